/** Single messages with a pause between them, as a person would send them: how long each takes to the model. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases.js';

/** Claude Code takes one message in two seconds, once thirty have come faster than that. */
const PAUSE_MS = 1_500;
const LIMIT_MS = 60_000;

export const timedCases: Readonly<Record<string, Case>> = {
  'one line now and then': {
    count: 10,
    isFresh: true,
    times: 'idle',
    async run(trial, count) {
      await trial.read(await trial.say('the first one'));
      trial.times.length = 0;
      for (let done = 1; done < count; done += 1) {
        await trial.ready();
        await pause();
        await trial.read(await trial.say(`message ${done}`));
      }
      await trial.ready();
    },
  },
  'one line during long work': {
    count: 10,
    times: 'busy',
    async run(trial, count) {
      for (let done = 0; done < count; done += 2) {
        trial.model.script((prompt) =>
          /\] run \d+$/.test(prompt)
            ? { shell: `touch working-${done}; sleep 2`, times: 5, afterwards: 'Done.' }
            : { text: 'Fine.' },
        );
        await trial.say(`run ${done}`);
        await trial.until(() => existsSync(join(trial.cwd, `working-${done}`)), LIMIT_MS);
        await trial.read(await trial.say(`meanwhile ${done}`));
        await trial.ready();
      }
    },
  },
};

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
