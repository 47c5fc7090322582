/** `synapse screen`: prints what an agent's terminal shows now, as text. */
import { ask, findReachable, registryHere } from '../../client/find-agent.js';
import { printJson, printLine } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { screenOptions } from './spec.js';

export async function runScreen(args: readonly string[], options: OptionValues<typeof screenOptions>): Promise<number> {
  const registry = await registryHere();
  const agent = findReachable(registry, args[0] ?? '');
  const screen = await ask(registry, agent, { path: `/screen?${queryOf(options)}` });
  if (options.json) printJson({ screen });
  else printLine(String(screen.text).replace(/\s+$/, ''));
  return 0;
}

function queryOf({ session, scrollback }: OptionValues<typeof screenOptions>): URLSearchParams {
  const query = new URLSearchParams();
  if (session !== undefined) query.set('session', session);
  if (scrollback !== undefined) query.set('scrollback', String(scrollback));
  return query;
}
