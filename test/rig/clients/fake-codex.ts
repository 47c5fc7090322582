/** A scripted Codex for the tests of its doors: `test/rig/programs/fake-codex.mjs` under the name that doors look for. */
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { StartFacts } from '../../../src/channels/front-door.js';
import { newInstance } from '../../../src/random-ids.js';

const PROGRAM = fileURLToPath(new URL('../programs/fake-codex.mjs', import.meta.url));

export interface FakeCodex {
  readonly facts: StartFacts;
  /** What the fake has received, in order. */
  log(): readonly Record<string, unknown>[];
  /** The methods that were called. */
  methods(): readonly unknown[];
  /** Where it says that its conversation is recorded. */
  readonly rollout: string;
}

/** `start` is what it does instead of what it should, such as `never listens`. */
export function fakeCodex(start = '', args: readonly string[] = []): FakeCodex {
  const home = mkdtempSync(join(tmpdir(), 'syn-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const dir = mkdtempSync(join(home, 'd'));
  const program = join(home, 'codex.js');
  symlinkSync(PROGRAM, program);
  const file = join(home, 'log');
  const rollout = join(home, 'rollout.jsonl');
  const log = () => (existsSync(file) ? linesOf(file) : []);
  return {
    rollout,
    log,
    methods: () => log().flatMap(({ method }) => (method === undefined ? [] : [method])),
    facts: {
      command: [process.execPath, program, ...args],
      version: '0.169.0',
      cwd: home,
      dir,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        SYNAPSE_INSTANCE: newInstance(),
        FAKE_CODEX_START: start,
        FAKE_CODEX_LOG: file,
        FAKE_CODEX_ROLLOUT: rollout,
      },
    },
  };
}

function linesOf(file: string): Record<string, unknown>[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
