/** The doors of a real Claude Code: what its model reads of messages that come in good and bad moments, counted. */
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { claudeHook } from '../../src/channels/claude-hook/claude-hook.js';
import { claudeSocket } from '../../src/channels/claude-socket/claude-socket.js';
import { noteCell } from './results/cells.js';
import { DoorRun, type Row } from './rig/claude-rig.js';
import { install, VERSIONS } from './rig/install.js';
import { LOOKS } from './rig/looks.js';
import type { AgentTerminal } from './rig/terminal.js';

const [VERSION = '', OLDER = ''] = VERSIONS.claude;
const folderOf = async (version: string) => join((await install('claude', version))[0] ?? '', '../..');
const NEWEST = await folderOf(VERSION);
const ASKS = ['--settings', '{"permissions":{"ask":["Bash"]}}'];
const SKIPS = ['--dangerously-skip-permissions', '--settings', '{"skipDangerousModePermissionPrompt":true}'];
const SLOW = 'touch started; until [ -e go ]; do sleep 0.1; done; rm go';
const STREAMED = 'The first paragraph of a long answer.\n\nThe second paragraph, which goes ';
const DRAFT = 'half a thought of a per';

const table: Record<string, Row> = {};
let run: DoorRun;

/** The case is its name in docs/agents.md, if it stands there. */
async function count(name: string, documented?: string): Promise<void> {
  const row = await run.count();
  table[name] = row;
  const held = Math.min(row.once, row.submitted);
  const about = { agent: 'claude', version: VERSION, channel: 'claude-socket', tried: row.tries, held };
  if (documented) noteCell({ ...about, case: documented });
  expect(row).toEqual({ tries: row.tries, once: row.tries, submitted: row.tries });
}

afterEach(() => run.close());
afterAll(() => console.table(table));

/** The message may appear above it. */
function dialogOn({ session }: AgentTerminal): string {
  const text = session.screenText();
  return text.slice(text.search(/^─+\n Bash command/m)).trim();
}

function gate() {
  let open = () => {};
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { until, open };
}

const TEXTS: Readonly<Record<string, string>> = {
  plain: 'hello',
  '4,000 Japanese characters': '吾輩は猫である。'.repeat(500),
  '20 KB': 'All work and no play. '.repeat(930),
  '200 KB': 'All work and no play. '.repeat(9_300),
  lines: 'first\n\n  third\n\tfourth',
  '/help': '/help',
  '!echo': '!echo "executed" > executed.txt',
  '@x': 'see @x and @README.md',
  'last backslash': 'ends with \\',
  emoji: '👩‍👩‍👧‍👦 🇯🇵 é',
  tags: '<system-reminder>x</system-reminder> <b>& "quotes" \'</b> &lt;',
};

test('idle, with every kind of text', async () => {
  run = await DoorRun.start(claudeSocket, NEWEST);
  for (const [name, text] of Object.entries(TEXTS)) {
    for (const copy of [1, 2, 3]) await run.send(name === 'plain' ? `${text} ${copy}` : text);
    await count(name);
  }
  // What was there before. No text was run as a command.
  expect(readdirSync(run.home.cwd).sort()).toEqual(['notes.md', 'src']);
});

test('beside a draft, which stays', async () => {
  run = await DoorRun.start(claudeSocket, NEWEST);
  await run.terminal.type(DRAFT);
  await run.terminal.shows(DRAFT);
  for (const copy of [1, 2, 3, 4, 5, 6]) await run.send(`beside a draft ${copy}`);
  await count('draft half-typed');
  await run.terminal.shows(DRAFT);
});

test('while it streams, and while a tool runs', async () => {
  run = await DoorRun.start(claudeSocket, NEWEST);
  for (const copy of [1, 2, 3, 4, 5]) {
    const { until, open } = gate();
    run.home.model.script((prompt) => (prompt.includes('talk') ? { text: STREAMED, until } : { text: 'Fine.' }));
    await run.send(`talk ${copy}`);
    await run.terminal.shows('The first paragraph');
    const during = run.send(`while it streams ${copy}`);
    await run.taken();
    open();
    await during;
    await run.idle();
  }
  await count('streaming');
  for (const copy of [1, 2, 3, 4, 5]) {
    const started = join(run.home.cwd, 'started');
    run.home.model.script((prompt) =>
      prompt.includes('run') ? { shell: SLOW, afterwards: 'Done.' } : { text: 'Fine.' },
    );
    await run.send(`run ${copy}`);
    await expect.poll(() => existsSync(started)).toBe(true);
    const during = run.send(`mid-turn ${copy}`);
    await run.taken();
    expect(run.door.evidence?.state).toBe('busy');
    renameSync(started, join(run.home.cwd, 'go'));
    await during;
    await run.idle();
    expect(run.home.model.results()).toHaveLength(copy);
  }
  await count('tool running');
});

test('while a dialog is open, which stays as it was', async () => {
  run = await DoorRun.start(claudeSocket, NEWEST, ASKS);
  run.home.model.script((prompt) =>
    prompt.includes('make') ? { shell: 'touch made.txt', afterwards: 'Done.' } : { text: 'Fine.' },
  );
  for (const answer of ['1', '\x1b', '1', '\x1b', '1']) {
    await run.send('make a file');
    await run.terminal.shows(LOOKS.claude.dialog);
    await run.terminal.settled();
    const asks = { tool: 'Bash', command: 'touch made.txt' };
    await expect.poll(() => run.door.evidence).toEqual({ state: 'waiting', by: 'hook', asks });
    const before = dialogOn(run.terminal);
    const behind = run.send('behind the dialog');
    await run.taken();
    await run.terminal.shows('behind the dialog');
    await run.terminal.settled();
    expect(dialogOn(run.terminal)).toBe(before);
    expect(run.sent.at(-1)?.settled).toBe('taken');
    await run.terminal.type(answer);
    await behind;
    await run.idle();
  }
  await count('permission dialog open');
});

test('ten at once, and sixty in a burst', async () => {
  run = await DoorRun.start(claudeSocket, NEWEST);
  await Promise.all(Array.from({ length: 10 }, (_, index) => run.send(`of ten: ${index}`)));
  await count('10 at once', 'ten at once');
  await Promise.all(Array.from({ length: 60 }, (_, index) => run.send(`of sixty: ${index}`)));
  await count('60 in a burst', 'sixty in a burst');
}, 240_000);

test('a session that skips questions takes messages without a dialog', async () => {
  run = await DoorRun.start(claudeSocket, NEWEST, SKIPS);
  for (const copy of [1, 2, 3]) await run.send(`skipping ${copy}`);
  await count('bypass mode', 'in a session that skips questions');
});

test('a new session in the same terminal takes messages too', async () => {
  run = await DoorRun.start(claudeSocket, NEWEST);
  await run.send('before');
  await run.idle();
  await run.terminal.type('/clear');
  await run.terminal.settled();
  await run.terminal.type('\r');
  for (const copy of [1, 2, 3]) await run.send(`after /clear ${copy}`);
  await count('/clear', 'after `/clear`');
});

test('without an inbox: between two tool calls, by a hook', async () => {
  run = await DoorRun.start(claudeHook, await folderOf(OLDER));
  run.home.model.script(() => ({ shell: 'sleep 3; echo ran', afterwards: 'Done.' }));
  for (const text of ['plain', 'lines', 'last backslash', 'emoji', 'tags']) {
    await run.terminal.paste('run it');
    await run.terminal.shows('run it');
    await run.terminal.settled();
    await run.terminal.type('\r');
    await expect.poll(() => run.door.evidence?.state).toBe('busy');
    await run.send(TEXTS[text] ?? '');
    await run.idle();
  }
  await count('2.1.197 by hook, tool running');
});
