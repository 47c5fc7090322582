/** Records which tables a transaction writes, so that a change is noticed even if its writer did not note it. */
import type { KyselyPlugin, OperationNode, PluginTransformQueryArgs, RootOperationNode, TableNode } from 'kysely';

export class WrittenTables implements KyselyPlugin {
  #names = new Set<string>();

  /** The transactions of a process run one at a time, so a write belongs to the one that began last. */
  begin(): void {
    this.#names = new Set();
  }

  get names(): ReadonlySet<string> {
    return this.#names;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    const target = targetOf(node);
    if (target?.kind === 'TableNode') this.#names.add((target as TableNode).table.identifier.name);
    return node;
  }

  async transformResult<T>({ result }: { result: T }): Promise<T> {
    return result;
  }
}

function targetOf(node: RootOperationNode): OperationNode | undefined {
  if (node.kind === 'InsertQueryNode') return node.into;
  if (node.kind === 'UpdateQueryNode') return node.table;
  return node.kind === 'DeleteQueryNode' ? node.from.froms[0] : undefined;
}
