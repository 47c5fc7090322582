import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTimeOf } from '../../src/processes.js';
import { doorFolder } from '../../src/registry/door-folders.js';
import type { LiveEntry, TerminalEntry } from '../../src/registry/entry.js';
import { ensureHome, Registry } from '../../src/registry/registry.js';
import { BROKEN_FILES } from '../rig/machine/broken-files.js';

let home: string;
let registry: Registry;

beforeEach(() => {
  home = join(mkdtempSync(join(tmpdir(), 'syn-')), 'home');
  ensureHome(home);
  registry = new Registry(home);
  registry.publish(worker());
});

afterEach(() => rmSync(join(home, '..'), { recursive: true }));

/** An agent whose daemon is this process. */
function worker(): LiveEntry {
  const facts = {
    id: 'worker',
    type: 'shell',
    name: null,
    role: null,
    kind: 'ai',
    lasting: true,
    status: 'ready',
  } as const;
  const address = { storeId: 's', instance: 'i', port: 8150, endpoint: 'http://localhost:8150', socket: '/nowhere' };
  const processes = {
    pid: process.pid,
    startTime: startTimeOf(process.pid) ?? '',
    programPid: null,
    programStartTime: null,
  };
  const rest = {
    project: null,
    cwd: '/',
    version: '0',
    statusReason: null,
    statusAt: 0,
    currentTask: null,
    startedAt: 0,
  };
  return { ...facts, ...address, ...processes, ...rest };
}

const places = [
  ['a live file', () => join(home, 'live', 'broken.json')],
  ['a definition', () => join(home, 'agents', 'broken', 'agent.json')],
] as const;

for (const [kind, place] of places) {
  test.for(BROKEN_FILES)(`${kind} that is %s is named as a problem and hides nobody`, ([, text]) => {
    mkdirSync(join(place(), '..'), { recursive: true });
    writeFileSync(place(), text);
    expect(registry.list().map(({ id, status }) => [id, status])).toEqual([['worker', 'ready']]);
    expect(registry.problems()).toEqual([{ file: place(), reason: expect.any(String) }]);
    expect(registry.isUnreadable('broken')).toBe(true);
    rmSync(place());
    expect(registry.problems()).toEqual([]);
  });
}

test('an entry whose process number belongs to somebody else now is that of a dead agent', () => {
  registry.publish({ ...worker(), startTime: 'another-boot:1' });
  expect(registry.get('worker')?.status).toBe('dead');
  expect(registry.removeDead('worker')).toBe(true);
  expect(registry.list()).toEqual([]);
});

test('what a killed daemon left behind goes with its entry: its spool, and the folder of its front doors', () => {
  const entry = { ...worker(), startTime: 'another-boot:1' };
  const terminal = { session: 'task', instance: 'abcdef123', status: 'ready', statusAt: 0, startedAt: 0 };
  registry.publish({ ...entry, terminals: [terminal as TerminalEntry] });
  const doors = doorFolder(registry.home, 'worker', terminal.instance);
  const other = doorFolder(registry.home, 'worker', 'another');
  for (const folder of [doors, other]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(doors, 'inbox.sock'), '');
  expect(registry.removeDead('worker')).toBe(true);
  expect({ doors: existsSync(doors), other: existsSync(other) }).toEqual({ doors: false, other: true });
});

test('only the run that published an entry withdraws it', () => {
  registry.withdraw({ id: 'worker', instance: 'an earlier one' });
  expect(registry.live('worker')).toEqual(worker());
  registry.withdraw(worker());
  expect(registry.live('worker')).toBeNull();
});
