/** `synapse screen`: prints what an agent's terminal shows now, as text. */
import { ask, findRunning, here } from '../../client/find-agent.js';
import { printJson, printLine } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

export async function runScreen(args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  const place = here();
  const screen = await ask(place, findRunning(place, args[0] ?? ''), { path: '/screen' });
  if (options.json) printJson(screen);
  else printLine(String(screen.text).replace(/\s+$/, ''));
  return 0;
}
