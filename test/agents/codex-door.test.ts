/** The front door of the real Codex, in every installed version. What counts is what the model read. */
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { signalAll } from '../rig/processes/signal.js';
import { noteCell } from './results/cells.js';
import { type CodexOptions, installedCodexes, JoinedCodex, messageOf, wordOf } from './rig/codex-rig.js';
import { LOOKS } from './rig/looks.js';

const SHARE = Number(process.env.SYNAPSE_AGENTS_SHARE ?? 1);
const many = (count: number) => Math.max(1, Math.round(count * SHARE));
const LONG_MS = 10 * 60_000;
const TABLE: string[] = [];
/** What stands in docs/agents.md. The rest is counted there in larger numbers. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  'Esc with an unread text': 'Esc before it was read: sent again',
  'approval declined with an unread text': 'a question declined before it was read: sent again',
  '10 at once': 'ten at once',
  'end of the turn': 'for the end of the turn',
  '/new and /resume': 'after `/new` and `/resume`',
  'kill -9 of the server': 'kill -9 of the app server',
  'resume --last': 'after `codex resume --last`',
};

afterAll(() => {
  console.log(['', 'version | case | held | tries | median ms', ...TABLE].join('\n'));
});

describe.each(installedCodexes())('Codex $version', (codex) => {
  const start = async (options?: CodexOptions) => {
    const joined = await JoinedCodex.start(codex, options);
    onTestFinished(async () => {
      expect(await joined.close()).toEqual([]);
    });
    return joined;
  };

  const tries = async (name: string, count: number, one: (number: number) => Promise<boolean>) => {
    let held = 0;
    const times: number[] = [];
    for (let number = 0; number < many(count); number += 1) {
      const at = performance.now();
      if (await one(number)) held += 1;
      times.push(performance.now() - at);
    }
    const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    TABLE.push(`${codex.version} | ${name} | ${held} | ${times.length} | ${median.toFixed(0)}`);
    const about = { agent: 'codex', version: codex.version, channel: 'codex-app-server' };
    if (DOCUMENTED[name]) noteCell({ ...about, case: DOCUMENTED[name], held, tried: times.length });
    expect(held, name).toBe(times.length);
  };

  test('idle: once, exact, from the first message on', { timeout: LONG_MS }, async () => {
    const joined = await start();
    await joined.open();
    await tries('idle', 15, async (number) => {
      const text = `[A2A:0000000${number}:tester] message ${number}`;
      return (await joined.send(text)) === 'submitted' && (await once(joined, text));
    });
    await joined.state('ready');
    await joined.shows('message');
    expect(joined.originator()).toBe('codex-tui');
  });

  test('a draft is kept', { timeout: LONG_MS }, async () => {
    const joined = await (await start()).ready();
    await joined.type('half a thought');
    await joined.shows('half a thought');
    await tries('draft half-typed', 6, async (number) => {
      const text = `[A2A:0000000${number}:tester] beside a draft ${number}`;
      const settled = await joined.send(text);
      await joined.state('ready');
      const isKept = /^› half a thought$/m.test(joined.session.screenText().replace(/ +$/gm, ''));
      return settled === 'submitted' && isKept && (await once(joined, text));
    });
  });

  test('during an answer it waits, and the answer is kept', { timeout: LONG_MS }, async () => {
    const joined = await (await start()).ready();
    await tries('streaming', 5, async (number) => {
      const { finish, until } = gate();
      joined.model.script((prompt) =>
        prompt.includes('talk') ? { text: `Beginning${number} of an answer`, until } : { text: 'Fine.' },
      );
      await joined.send(`[A2A:1000000${number}:tester] talk`);
      await joined.shows(`Beginning${number}`);
      const text = `[A2A:0000000${number}:tester] meanwhile ${number}`;
      const { settled } = await joined.hand(messageOf(text), text);
      const wasEarly = joined.count(text) > 0;
      finish();
      const word = wordOf(await settled);
      await joined.state('ready');
      const isKept = joined.session.screenText().includes(`Beginning${number} of an answer`);
      return word === 'submitted' && !wasEarly && isKept && (await once(joined, text));
    });
  });

  test('while a tool runs it is read with the result', { timeout: LONG_MS }, async () => {
    const joined = await (await start()).ready();
    joined.model.script((prompt) =>
      prompt.includes('use a tool') ? { shell: 'sleep 1', afterwards: 'Done.' } : { text: 'Fine.' },
    );
    await tries('tool running', 5, async (number) => {
      await joined.send(`[A2A:1000000${number}:tester] use a tool ${number}`);
      await joined.shows(LOOKS.codex.running);
      const text = `[A2A:0000000${number}:tester] between two calls ${number}`;
      const word = await joined.send(text);
      await joined.arrived(text);
      // The result came with the same request.
      const results = joined.model.results().length;
      await joined.state('ready');
      return word === 'submitted' && results === number + 1 && (await once(joined, text));
    });
  });

  test('an open question is left alone, and known with its command', { timeout: LONG_MS }, async () => {
    const joined = await (await start({ tools: 'ask' })).ready();
    joined.model.script((prompt) =>
      prompt.includes('ask me') ? { shell: 'touch asked.txt', afterwards: 'Done.' } : { text: 'Fine.' },
    );
    await tries('approval open', 5, async (number) => {
      await joined.send(`[A2A:1000000${number}:tester] ask me ${number}`);
      await joined.shows(LOOKS.codex.dialog);
      await joined.state('waiting');
      await expect.poll(() => joined.door.evidence?.asks).toEqual({ tool: 'shell', command: 'touch asked.txt' });
      const dialog = dialogOf(joined);
      const text = `[A2A:0000000${number}:tester] behind the question ${number}`;
      const { settled } = await joined.hand(messageOf(text), text);
      await new Promise((resolve) => setTimeout(resolve, 500));
      const isLeft = dialogOf(joined) === dialog && dialog.includes('1. Yes') && joined.count(text) === 0;
      await joined.type('y');
      const word = wordOf(await settled);
      await joined.state('ready');
      return word === 'submitted' && isLeft && (await once(joined, text));
    });
  });

  test.each([
    ['Esc with an unread text', 'allow', /esc to interrupt/],
    ['approval declined with an unread text', 'ask', LOOKS.codex.dialog],
  ] as const)('%s: dropped, and read once when sent again', { timeout: LONG_MS }, async (name, tools, sign) => {
    const joined = await (await start({ tools })).ready();
    joined.model.script((prompt) =>
      prompt.includes('long work') ? { shell: 'sleep 60', afterwards: 'Done.' } : { text: 'Fine.' },
    );
    await tries(name, 5, async (number) => {
      await joined.send(`[A2A:1000000${number}:tester] long work ${number}`);
      await joined.shows(`long work ${number}`);
      await joined.shows(sign);
      const text = `[A2A:0000000${number}:tester] unread ${number}`;
      const message = messageOf(text);
      const { settled } = await joined.hand(message, text);
      await joined.escape();
      const first = wordOf(await settled);
      await joined.state('ready');
      const wasLost = joined.count(text) === 0 && (await joined.door.recordOf(message, text)) === 'absent';
      const again = wordOf(await (await joined.hand(message, text)).settled);
      await joined.state('ready');
      const isRecorded = (await joined.door.recordOf(message, text)) === 'answered';
      return first === 'dropped: interrupted' && wasLost && again === 'submitted' && isRecorded && once(joined, text);
    });
  });

  test('ten at once arrive in order', { timeout: LONG_MS }, async () => {
    const joined = await (await start()).ready();
    await tries('10 at once', 5, async (round) => {
      const texts = Array.from({ length: 10 }, (_, number) => `[A2A:0000000${number}:tester] burst ${round}.${number}`);
      const words = await Promise.all(texts.map((text) => joined.send(text)));
      await joined.state('ready');
      const got = joined.model.prompts().filter((prompt) => prompt.includes(`burst ${round}.`));
      return words.every((word) => word === 'submitted') && got.join('|') === texts.join('|');
    });
  });

  test('every sort of text arrives unchanged', { timeout: LONG_MS }, async () => {
    const joined = await (await start()).ready();
    const sorts: Readonly<Record<string, string>> = {
      Japanese: '漢字とかな、カタカナ。'.repeat(400).slice(0, 4000),
      '20 KB': 'x y '.repeat(5_000),
      '200 KB': 'All work and no play. '.repeat(9_500),
      lines: 'first\nsecond\n\n  indented\nlast',
      emoji: '👩‍👩‍👧‍👦 🇯🇵 é',
      '/help': '/help',
      '!echo': '!echo hello',
      '@x': '@x @demo/file',
      $skill: '$skill $HOME $(date)',
      'last \\': 'ends with \\',
    };
    for (const [name, body] of Object.entries(sorts)) {
      // Also without the prefix, which alone would defuse some of them.
      for (const prefix of ['[A2A:12345678:tester] ', '']) {
        await tries(prefix ? name : `${name}, bare`, 2, async (number) => {
          const text = `${prefix}${body}${number === 0 ? '' : `${number}`}`;
          const word = await joined.send(text);
          await joined.state('ready');
          return word === 'submitted' && (await once(joined, text));
        });
      }
    }
  });

  test('a message for the end of the turn gets a turn of its own', { timeout: LONG_MS }, async () => {
    const joined = await (await start()).ready();
    joined.model.script((prompt) =>
      prompt.includes('use a tool') ? { shell: 'sleep 1', afterwards: 'Done.' } : { text: 'Fine.' },
    );
    await tries('end of the turn', 4, async (number) => {
      await joined.send(`[A2A:1000000${number}:tester] use a tool ${number}`);
      const text = `[A2A:0000000${number}:tester] afterwards ${number}`;
      const word = await joined.send(text, 'idle');
      await joined.state('ready');
      return word === 'submitted' && (await once(joined, text));
    });
  });

  test('mail follows the person to another conversation and back', { timeout: LONG_MS }, async () => {
    const joined = await (await start()).ready();
    await tries('/new and /resume', 3, async (number) => {
      const texts = ['first', 'new', 'back'].map((word) => `[A2A:0000000${number}:tester] ${word} ${number}`);
      const words = [await joined.send(texts[0] as string)];
      await joined.state('ready');
      await joined.submit('/new');
      await expect.poll(() => joined.session.screenText(), { timeout: 20_000 }).not.toContain(`first ${number}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
      words.push(await joined.send(texts[1] as string));
      await joined.shows(`new ${number}`);
      await joined.state('ready');
      await joined.submit('/resume');
      await joined.shows('Resume a previous session');
      // It is named after its first message.
      await joined.shows('first 0');
      await joined.type('first 0');
      await new Promise((resolve) => setTimeout(resolve, 500));
      await joined.type('\r');
      await expect.poll(() => joined.session.screenText(), { timeout: 20_000 }).not.toContain('Resume a previous');
      await new Promise((resolve) => setTimeout(resolve, 500));
      words.push(await joined.send(texts[2] as string));
      await joined.shows(`back ${number}`);
      await joined.state('ready');
      return words.every((word) => word === 'submitted') && texts.every((text) => joined.recorded(text) === 1);
    });
  });

  test('kill -9 of the server: uncertain, broken, and the person can go on', { timeout: LONG_MS }, async () => {
    await tries('kill -9 of the server', 3, async (number) => {
      const joined = await JoinedCodex.start(codex);
      try {
        await joined.ready();
        const { until } = gate();
        joined.model.script((prompt) => (prompt.includes('talk') ? { text: 'Beginning', until } : { text: 'Fine.' }));
        await joined.send('[A2A:10000000:tester] talk');
        const text = `[A2A:00000000:tester] unread ${number}`;
        const message = messageOf(text);
        const { settled } = await joined.hand(message, text);
        signalAll(joined.serverPids(), 'SIGKILL');
        const word = wordOf(await settled);
        const isBroken =
          joined.door.state.type === 'broken' && (await joined.door.recordOf(message, text)) === 'absent';
        await expect.poll(() => joined.session.screenText(), { timeout: 20_000 }).not.toContain('Reconnecting');
        await expect.poll(() => joined.serverPids().length, { timeout: 20_000 }).toBeGreaterThan(0);
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        await joined.submit('still there');
        await joined.arrived('still there');
        return word.startsWith('uncertain') && isBroken && joined.count(text) === 0;
      } finally {
        expect(await joined.close()).toEqual([]);
      }
    });
  });

  test('a continued conversation takes mail, and knows what was read before', { timeout: LONG_MS }, async () => {
    const first = await (await start()).ready();
    const text = '[A2A:00000001:tester] before the end';
    const message = messageOf(text);
    await (await first.hand(message, text)).settled;
    await first.state('ready');
    await first.session.end();
    await tries('resume --last', 2, async (number) => {
      const joined = await JoinedCodex.start(codex, { home: first.home, args: ['resume', '--last'] });
      try {
        await joined.ready();
        const again = `[A2A:0000001${number}:tester] after the start`;
        const word = await joined.send(again);
        return (
          word === 'submitted' &&
          (await joined.door.recordOf(message, text)) === 'answered' &&
          (await once(joined, again))
        );
      } finally {
        expect(await joined.close()).toEqual([]);
      }
    });
  });
});

/** Whether the model has read this text exactly once. */
async function once(joined: JoinedCodex, text: string): Promise<boolean> {
  await joined.arrived(text);
  return joined.count(text) === 1;
}

function gate(): { finish: () => void; until: Promise<void> } {
  let finish = () => {};
  const until = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { finish, until };
}

function dialogOf(joined: JoinedCodex): string {
  return joined.session.screenText().slice(joined.session.screenText().indexOf('Would you like to'));
}
