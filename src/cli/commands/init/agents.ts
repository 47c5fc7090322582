/** Decides which agents to set up: those that are named, or those that are installed. */
import { fail } from '../../../errors.js';
import { nearest } from '../../../nearest.js';
import { INIT_AGENTS } from './spec.js';

export async function chosenAgents(
  args: readonly string[],
  { agent = [], remove }: { readonly agent?: readonly string[]; readonly remove?: true },
): Promise<readonly string[]> {
  const named = [...args, ...agent];
  const all: readonly string[] = INIT_AGENTS;
  const unknown = named.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, all);
    throw fail('invalid_request', {
      reason: near
        ? `Cannot set up ${unknown}. Did you mean: ${near}`
        : `Cannot set up ${unknown}, only ${all.join(', ')}.`,
    });
  }
  if (named.length > 0) return all.filter((name) => named.includes(name));
  // What was added for an agent can be removed after it is gone.
  if (remove) return all;
  const found = await installed(all);
  if (found.length > 0) return found;
  throw fail('invalid_request', {
    reason: `None of ${all.join(', ')} is on your PATH. Name the agents to set up: synapse init claude`,
  });
}

async function installed(names: readonly string[]): Promise<string[]> {
  const { findExecutable } = await import('../../../terminal/program/resolve-program.js');
  return names.filter((file) => findExecutable({ file, cwd: process.cwd(), env: process.env }));
}
