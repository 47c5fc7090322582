/** The door of the real opencode: how often a message reaches the model, and whether it is the same text. */
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { OpenDoor, Prepared, SettledByDoor } from '../../src/channels/front-door.js';
import { opencodeHttp } from '../../src/channels/opencode-http/opencode-http.js';
import type { Message } from '../../src/taskstore/message.js';
import { TerminalSession } from '../../src/terminal/terminal-session.js';
import { noteCell } from './results/cells.js';
import { type AgentHome, type HomeOptions, openHome } from './rig/homes.js';
import { PINS } from './rig/install.js';

const RUN_LIMIT_MS = 600_000;
const LIMIT = { timeout: 60_000 };
const TRIES = process.env.SYNAPSE_TESTS === 'all' ? 10 : 3;

/** What held, case by case: read exactly once and unchanged, of how many. */
const table = new Map<string, { tries: number; once: number; odd: string[] }>();
/** What stands in docs/agents.md. The rest is counted there in larger numbers. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  'ten at once': 'ten at once',
  'Esc Esc': 'interrupted before it was read',
  'permission rejected': 'permission rejected before it was read',
  'after /new': 'after `/new`',
  'kill -9 and --continue': 'stored before kill -9: read after `--continue`',
};
const open = new Set<Run>();

class Run {
  static async start(options: HomeOptions = {}, more: readonly string[] = [], given?: AgentHome): Promise<Run> {
    const home = given ?? (await openHome('opencode', options));
    const command = [...home.command, ...more];
    const facts = { command, version: PINS.opencode.version, cwd: home.cwd, env: home.env, dir: tmpdir() };
    const prepared = await opencodeHttp.prepare(facts);
    if (!prepared) throw new Error('no door');
    const [file = '', ...args] = prepared.command;
    const instance = randomUUID();
    const env = { ...home.env, ...prepared.env, SYNAPSE_INSTANCE: instance };
    const terminal = await TerminalSession.start({ file, args, cwd: home.cwd, env, cols: 120, rows: 40, instance });
    const run = new Run(home, terminal, prepared, prepared.open(terminal));
    open.add(run);
    await expect.poll(() => run.door.state, LIMIT).toEqual({ type: 'open' });
    return run;
  }

  private constructor(
    readonly home: AgentHome,
    readonly terminal: TerminalSession,
    readonly prepared: Prepared,
    readonly door: OpenDoor,
  ) {}

  type(text: string): Promise<void> {
    return this.terminal.write(Buffer.from(text));
  }

  async shows(text: string): Promise<void> {
    await expect.poll(() => this.terminal.screenText(), LIMIT).toContain(text);
  }

  /** opencode draws its answer to a key in a moment. */
  async settle(): Promise<void> {
    const since = Date.now();
    await expect
      .poll(() => Date.now() - Math.max(since, this.terminal.lastOutputAt ?? since), LIMIT)
      .toBeGreaterThan(200);
  }

  async ready(): Promise<void> {
    await expect.poll(() => this.door.evidence?.state, LIMIT).toBe('ready');
  }

  /** A person types a prompt and submits it. */
  async prompt(text: string): Promise<void> {
    await this.type(text);
    await this.shows(text);
    await this.type('\r');
    await this.home.model.prompt((prompt) => prompt.includes(text));
  }

  async interrupt(): Promise<void> {
    await this.type('\x1b');
    await this.shows('again to interrupt');
    await this.type('\x1b');
  }

  /** Not the promise itself, which would be awaited with this one. */
  async hand(sent: Sent): Promise<{ readonly settled: Promise<SettledByDoor> }> {
    const handed = await this.door.handOver({ ...sent, moment: 'now' });
    if (handed.type === 'refused') throw new Error(handed.why);
    return handed;
  }

  timesRead({ text }: Sent): number {
    return this.home.model.prompts().filter((prompt) => prompt === text).length;
  }

  async stop(): Promise<void> {
    open.delete(this);
    await this.prepared.close();
    await this.terminal.end();
  }

  async close(): Promise<void> {
    await this.stop();
    await this.home.close();
  }
}

interface Sent {
  readonly message: Message;
  readonly text: string;
}

let count = 0;

function letter(body: string): Sent {
  const id = randomUUID();
  count += 1;
  const message = { id, createdAt: Date.now() } as unknown as Message;
  return { message, text: `[A2A:${id.slice(0, 8)}:tester] ${body}` };
}

afterEach(async () => {
  for (const run of [...open]) await run.close();
});

/** Counts one try: settled as submitted, and read once, as it was sent. */
function note(name: string, run: Run, sent: Sent, settled: SettledByDoor): void {
  const row = table.get(name) ?? { tries: 0, once: 0, odd: [] };
  const times = run.timesRead(sent);
  const isRight = settled.type === 'submitted' && times === 1;
  const odd = isRight ? [] : [`${settled.type}/${times}`];
  table.set(name, { tries: row.tries + 1, once: row.once + (isRight ? 1 : 0), odd: [...row.odd, ...odd] });
}

/** Every row so far is as it should be. */
function expectAllOnce(): void {
  expect([...table].filter(([, { tries, once }]) => tries !== once)).toEqual([]);
}

afterAll(() => {
  const about = { agent: 'opencode', version: PINS.opencode.version, channel: 'opencode-http' };
  for (const [name, { tries, once }] of table) {
    if (DOCUMENTED[name]) noteCell({ ...about, case: DOCUMENTED[name], tried: tries, held: once });
  }
  const rows = [...table].map(
    ([name, { tries, once, odd }]) => `${name.padEnd(34)} ${once}/${tries}  ${odd.join(' ')}`,
  );
  console.log(`\nopencode ${PINS.opencode.version}: read once and unchanged\n${rows.join('\n')}`);
});

/** What the model says and does, by the last prompt. `until` holds its answer back. */
function reply(run: Run, until: Promise<void>): void {
  run.home.model.script((prompt) => {
    if (prompt.startsWith('talk')) return { text: 'A long answer begins.', until };
    if (prompt.startsWith('work'))
      return { shell: 'until [ -e go ]; do sleep 0.1; done; rm go', afterwards: 'Worked.' };
    if (prompt.startsWith('ask')) return { shell: 'touch "made by a tool.txt"; echo done', afterwards: 'Asked.' };
    return { text: 'Understood.' };
  });
}

function gate(): { readonly until: Promise<void>; open(): void } {
  let open = () => {};
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { until, open };
}

const TEXTS: Readonly<Record<string, string>> = {
  japanese: 'これは日本語のメッセージです。改行なし、絵文字あり🎉。'.repeat(150),
  'twenty KB': 'All work and no play makes a long message. '.repeat(480),
  lines: 'first\nsecond\n\n  fourth, indented\tand tabbed',
  command: '/help',
  shell: '!echo executed > executed.txt',
  file: '@package.json and @x',
  'last backslash': 'ends with \\',
};

test(
  'idle, with a draft, streaming and with a tool running',
  async () => {
    const run = await Run.start();
    const { until, open: finish } = gate();
    reply(run, until);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const sent = letter(`idle ${count}`);
      note('idle', run, sent, await (await run.hand(sent)).settled);
      await run.ready();
    }
    await run.shows('idle 0');
    await run.type('half a thought');
    await run.shows('half a thought');
    for (let tries = 0; tries < TRIES; tries += 1) {
      const sent = letter(`beside a draft ${count}`);
      note('draft half-typed', run, sent, await (await run.hand(sent)).settled);
      await run.ready();
      await run.shows('half a thought');
    }
    await run.type('\x15');
    await run.prompt('talk at length');
    await expect.poll(() => run.door.evidence?.state, LIMIT).toBe('busy');
    const during = Array.from({ length: TRIES }, () => letter(`while it talks ${count}`));
    const handed = [];
    for (const sent of during) handed.push(await run.hand(sent));
    expect(during.map((sent) => run.timesRead(sent))).toEqual(during.map(() => 0));
    finish();
    for (const [index, sent] of during.entries()) note('streaming', run, sent, await settledOf(handed, index));
    await run.ready();
    for (let tries = 0; tries < TRIES; tries += 1) {
      await run.prompt(`work ${tries}`);
      await run.shows('until [ -e go ]');
      const sent = letter(`while a tool runs ${count}`);
      const { settled } = await run.hand(sent);
      expect(run.timesRead(sent)).toBe(0);
      writeFileSync(join(run.home.cwd, 'go'), '');
      note('tool running', run, sent, await settled);
      await run.ready();
    }
    expectAllOnce();
  },
  RUN_LIMIT_MS,
);

test(
  'every sort of text, and ten at once in order',
  async () => {
    const run = await Run.start();
    for (const [name, body] of Object.entries(TEXTS)) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const sent = letter(body);
        note(name, run, sent, await (await run.hand(sent)).settled);
        await run.ready();
      }
    }
    expect(existsSync(join(run.home.cwd, 'executed.txt'))).toBe(false);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = run.home.model.prompts().length;
      const ten = Array.from({ length: 10 }, (_, number) => letter(`number ${number}`));
      const handed = await Promise.all(ten.map((sent) => run.hand(sent)));
      for (const [index, sent] of ten.entries()) note('ten at once', run, sent, await settledOf(handed, index));
      expect(run.home.model.prompts().slice(before)).toEqual(ten.map(({ text }) => text));
      await run.ready();
    }
    expectAllOnce();
  },
  RUN_LIMIT_MS,
);

test(
  'an open permission stays open, whatever the answer the message is read afterwards',
  async () => {
    const run = await Run.start({ tools: 'ask' });
    reply(run, Promise.resolve());
    for (const [name, keys] of [
      ['permission given', ['\r']],
      ['permission rejected', ['\x1b[D', '\r']],
    ] as const) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        rmSync(join(run.home.cwd, 'made by a tool.txt'), { force: true });
        await run.prompt(`ask ${name} ${tries}`);
        await run.shows('Permission required');
        const asks = { tool: 'bash', command: 'touch "made by a tool.txt"; echo done' };
        await expect.poll(() => run.door.evidence, LIMIT).toEqual({ state: 'waiting', by: 'event', asks });
        const sent = letter(`behind the dialog ${count}`);
        const { settled } = await run.hand(sent);
        expect(run.terminal.screenText()).toContain('Permission required');
        expect(run.timesRead(sent)).toBe(0);
        expect(run.door.evidence?.state).toBe('waiting');
        for (const key of keys) {
          await run.type(key);
          await run.settle();
        }
        note(name, run, sent, await settled);
        await run.ready();
        expect(existsSync(join(run.home.cwd, 'made by a tool.txt'))).toBe(name === 'permission given');
      }
    }
    expectAllOnce();
  },
  RUN_LIMIT_MS,
);

test(
  'what an interrupt leaves unread is read without another prompt',
  async () => {
    const run = await Run.start();
    for (let tries = 0; tries < TRIES; tries += 1) {
      reply(run, new Promise(() => {}));
      await run.prompt(`talk ${tries}`);
      const two = [letter(`pending ${count}`), letter(`pending too ${count}`)];
      const handed = [];
      for (const sent of two) handed.push(await run.hand(sent));
      await run.interrupt();
      for (const [index, sent] of two.entries()) note('Esc Esc', run, sent, await settledOf(handed, index));
      await run.ready();
    }
    expectAllOnce();
  },
  RUN_LIMIT_MS,
);

test(
  'after /new the message is in the conversation that the person sees, and the plan mode stays',
  async () => {
    const run = await Run.start();
    const before = letter('the first conversation');
    note('idle', run, before, await (await run.hand(before)).settled);
    await run.ready();
    for (let tries = 0; tries < TRIES; tries += 1) {
      await run.type('/new');
      await run.shows('New session');
      await run.type('\r');
      await run.shows('Ask anything');
      const sent = letter(`after new ${count}`);
      note('after /new', run, sent, await (await run.hand(sent)).settled);
      await run.shows(`after new ${count - 1}`);
      expect(run.terminal.screenText()).not.toContain('the first conversation');
      await run.ready();
    }
    await run.type('\t');
    await run.shows('Plan · Fake');
    const sent = letter('in plan mode');
    const { settled } = await run.hand(sent);
    expect(await settled).toEqual({ type: 'submitted' });
    expect(run.home.model.prompts().some((prompt) => prompt.includes('Plan mode ACTIVE'))).toBe(true);
    expectAllOnce();
  },
  RUN_LIMIT_MS,
);

test(
  'after a kill and --continue, what was stored is known as unread and read once',
  async () => {
    let run = await Run.start();
    for (let tries = 0; tries < TRIES; tries += 1) {
      reply(run, new Promise(() => {}));
      const read = letter(`read before the kill ${count}`);
      await (await run.hand(read)).settled;
      await run.ready();
      await run.prompt(`talk ${tries}`);
      const sent = letter(`stored before the kill ${count}`);
      const { settled } = await run.hand(sent);
      process.kill(run.terminal.pid, 'SIGKILL');
      expect(await settled).toMatchObject({ type: 'uncertain' });
      await run.stop();
      run = await Run.start({}, ['--continue'], run.home);
      expect(await run.door.recordOf(read.message, read.text)).toBe('answered');
      expect(await run.door.recordOf(sent.message, sent.text)).toBe('absent');
      note('kill -9 and --continue', run, sent, await (await run.hand(sent)).settled);
      expect(await run.door.recordOf(sent.message, sent.text)).toBe('answered');
      await run.ready();
    }
    expectAllOnce();
  },
  RUN_LIMIT_MS,
);

async function settledOf(handed: readonly { readonly settled: Promise<SettledByDoor> }[], index: number) {
  return (await handed[index]?.settled) as SettledByDoor;
}
