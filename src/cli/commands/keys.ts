/** `synapse keys`: types keys into an agent's terminal, as a person would. */
import { ask, findRunning, here } from '../agents.js';
import type { OptionValues } from '../option.js';
import type { jsonOptions } from '../options.js';
import { printJson } from '../say.js';

export async function runKeys(args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  const [word = '', keys = ''] = args;
  const place = here();
  const answer = await ask(place, findRunning(place, word), { path: '/control/keys', body: { keys } });
  if (options.json) printJson(answer);
  return 0;
}
