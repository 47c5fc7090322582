/** Messages to an agent that is at work, asks something, or has a person's draft in its box. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases.js';
import type { Sent } from './judge.js';
import { shortKinds } from './kinds.js';
import type { Trial } from './trial.js';

const DRAFT = 'half a thought of a per';
const STREAMED = 'The first paragraph of a long answer.\n\nThe second paragraph, which goes ';
const LIMIT_MS = 60_000;

export const busyCases: Readonly<Record<string, Case>> = {
  'while it answers': {
    count: 24,
    async run(trial, count, seed) {
      const kind = shortKinds(seed + 1);
      for (let done = 0; done < count; done += 3) {
        const { until, open } = gate();
        trial.model.script((prompt) => (prompt.includes('talk') ? { text: STREAMED, until } : { text: 'Fine.' }));
        if (!(await trial.read(await trial.say(`talk ${done}`)))) return open();
        await trial.is('busy');
        const during = [await trial.send(kind(done * 5)), await trial.send(kind(done * 5 + 1))];
        for (const message of during) await underWay(trial, message);
        if (during.some((message) => trial.hasHeard(message))) trial.notes.push('read before the answer was complete');
        open();
        await all(trial, during);
      }
    },
  },
  'while a tool runs': {
    count: 24,
    async run(trial, count, seed) {
      const kind = shortKinds(seed + 2);
      for (let done = 0; done < count; done += 3) {
        const started = join(trial.cwd, `started-${done}`);
        trial.model.script((prompt) =>
          /\] run \d+$/.test(prompt)
            ? { shell: `touch started-${done}; sleep 1`, times: 3, afterwards: 'Done.' }
            : { text: 'Fine.' },
        );
        const cue = await trial.say(`run ${done}`);
        if (!(await trial.until(() => existsSync(started), LIMIT_MS))) {
          trial.notes.push(`the tool never ran after ${cue.id}\n${await trial.screen()}`);
          return;
        }
        const during = [await trial.send(kind(done * 5 + 2)), await trial.send(kind(done * 5 + 3))];
        await all(trial, during);
      }
    },
  },
  'while it asks for permission': {
    count: 16,
    tools: 'ask',
    async run(trial, count, seed) {
      const kind = shortKinds(seed + 3);
      for (let done = 0; done < count; done += 2) {
        const file = join(trial.cwd, `approved-${done}`);
        trial.model.script((prompt) =>
          /\] make \d+$/.test(prompt)
            ? { shell: `touch approved-${done}`, afterwards: 'As you like.' }
            : { text: 'Fine.' },
        );
        if (!(await trial.read(await trial.say(`make ${done}`)))) return;
        if (!(await trial.is('waiting'))) return;
        const behind = await trial.send(kind(done * 3));
        await underWay(trial, behind);
        if (trial.hasHeard(behind)) trial.notes.push('read while the question was open');
        if (existsSync(file)) trial.notes.push('approved by a message');
        if ((await trial.status()).status !== 'waiting')
          trial.notes.push(`the question is gone\n${await trial.screen()}`);
        const isYes = done % 4 === 0;
        await trial.command(...(isYes ? ['answer', trial.name, '1'] : ['keys', trial.name, '<esc>']));
        await all(trial, [behind]);
        if (existsSync(file) !== isYes) trial.notes.push(isYes ? 'not done although allowed' : 'done although refused');
      }
    },
  },
  'beside a half-typed draft': {
    count: 16,
    async run(trial, count, seed) {
      const kind = shortKinds(seed + 4);
      await trial.read(await trial.say('warm up'));
      await trial.ready();
      for (let done = 1; done < count; done += 3) {
        await trial.command('keys', trial.name, DRAFT);
        if (!(await trial.shows(DRAFT))) trial.notes.push('the draft was never seen');
        const three = [];
        for (const offset of [0, 1, 2]) three.push(await trial.send(kind(done * 3 + offset)));
        if (trial.subject.channel === 'paste' || trial.subject.channel === 'claude-hook') {
          for (const message of three) await underWay(trial, message);
        } else await all(trial, three);
        if (!(await trial.shows(DRAFT))) trial.notes.push(`the draft is gone\n${await trial.screen()}`);
        if (trial.model.heard().some(({ text }) => text.includes(DRAFT))) trial.notes.push('the draft was submitted');
        await trial.command('keys', trial.name, '<ctrl-u>');
        await all(trial, three);
      }
    },
  },
};

/** Until it is known that it waits, or the program has it. */
async function underWay(trial: Trial, { id, kind }: Sent): Promise<void> {
  const states = ['held', 'typed', 'submitted', 'uncertain', 'failed'];
  const isIt = await trial.until(async () => states.includes((await trial.receiptOf(id))?.state ?? ''), LIMIT_MS);
  if (!isIt) trial.notes.push(`${kind.name} was neither held nor taken`);
}

async function all(trial: Trial, messages: readonly Sent[]): Promise<void> {
  for (const message of messages) await trial.read(message);
  await trial.ready();
}

function gate(): { readonly until: Promise<void>; open(): void } {
  let open = () => {};
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { until, open: () => open() };
}
