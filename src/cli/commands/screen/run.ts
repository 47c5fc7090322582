/** `synapse screen`: prints what an agent's terminal shows now, as text. */
import { ask, findRunning, registryHere, sessionQuery } from '../../client/find-agent.js';
import { printJson, printLine } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { sessionOptions } from '../../spec/shared-options.js';

export async function runScreen(
  args: readonly string[],
  options: OptionValues<typeof sessionOptions>,
): Promise<number> {
  const registry = await registryHere();
  const screen = await ask(registry, findRunning(registry, args[0] ?? ''), { path: `/screen${sessionQuery(options)}` });
  if (options.json) printJson(screen);
  else printLine(String(screen.text).replace(/\s+$/, ''));
  return 0;
}
