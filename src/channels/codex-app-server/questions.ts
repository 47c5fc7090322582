/** What Codex wants to do when it asks for permission. */

export interface Asked {
  readonly tool: string;
  readonly command: string;
}

type Params = Readonly<Record<string, unknown>>;

const READERS: Readonly<Record<string, (params: Params) => Asked>> = {
  'item/commandExecution/requestApproval': ({ command, reason }) => ({ tool: 'shell', command: text(command, reason) }),
  'item/fileChange/requestApproval': ({ grantRoot, reason }) => ({ tool: 'edit', command: text(grantRoot, reason) }),
  'item/permissions/requestApproval': ({ reason }) => ({ tool: 'permissions', command: text(reason) }),
  'mcpServer/elicitation/request': ({ serverName, message }) => ({ tool: text(serverName), command: text(message) }),
};

/** Null if it asks something else, such as what the person would like. */
export function askedBy(method: string, params: Params): Asked | null {
  return READERS[method]?.(params) ?? null;
}

function text(...candidates: readonly unknown[]): string {
  return (candidates.find((candidate) => typeof candidate === 'string') as string | undefined) ?? '';
}
