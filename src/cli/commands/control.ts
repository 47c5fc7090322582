/** `synapse pause`, `resume` and `interrupt`: one word to a daemon each. */
import { ask, findRunning, here } from '../agents.js';
import type { OptionValues } from '../option.js';
import type { jsonOptions } from '../options.js';
import type { Run } from '../runs.js';
import { printJson, say } from '../say.js';

export const runPause = control('pause', (id) => `${id} is paused; go on with: synapse resume ${id}`);
export const runResume = control('resume', (id) => `${id} gets messages again.`);
export const runInterrupt = control('interrupt', (id) => `Pressed the interrupt key of ${id}.`);

function control(verb: string, done: (id: string) => string): Run {
  return async (args: readonly string[], options: OptionValues<typeof jsonOptions>) => {
    const place = here();
    const agent = findRunning(place, args[0] ?? '');
    const answer = await ask(place, agent, { method: 'POST', path: `/control/${verb}`, body: {} });
    if (options.json) printJson(answer);
    else say(done(agent.id));
    return 0;
  };
}
