/** `synapse screen`: prints what an agent's terminal shows now, as text. */
import { ask, findRunning, localRegistry } from '../../client/find-agent.js';
import { printJson, printLine } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export async function runScreen(args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  const registry = localRegistry();
  const screen = await ask(registry, findRunning(registry, args[0] ?? ''), { path: '/screen' });
  if (options.json) printJson(screen);
  else printLine(String(screen.text).replace(/\s+$/, ''));
  return 0;
}
