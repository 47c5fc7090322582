/** Which modules of Node the commands that agents run all day load: each of them delays every command. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from '../../rig/home/home.js';

/** Writes down, at the end, what was loaded. */
const NOTE_MODULES = `
process.on('exit', () => require('node:fs').writeFileSync(process.env.MODULES_FILE, process.moduleLoadList.join('\\n')));
`;

const SLOW = ['crypto', 'http', 'child_process', 'tty', 'worker_threads'];

test.for([[['send', 'reader', 'hi']], [['list', '--json']], [['tasks']]] as const)(
  '%j loads none of the modules that take long',
  async ([args], { home }) => {
    await home.agent('reader');
    const preload = join(home.dir, 'note-modules.cjs');
    const modules = join(home.dir, 'modules');
    writeFileSync(preload, NOTE_MODULES);
    // The first command starts the daemon of the person.
    await home.run(['inbox']);
    const env = { NODE_OPTIONS: `--require ${preload}`, MODULES_FILE: modules };
    expect((await home.run([...args], { env })).code).toBe(0);
    const loaded = readFileSync(modules, 'utf8').split('\n');
    expect(loaded).toContain('NativeModule fs');
    expect(SLOW.filter((name) => loaded.includes(`NativeModule ${name}`))).toEqual([]);
  },
);
