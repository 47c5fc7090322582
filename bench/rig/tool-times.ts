/** Compares how long a tool takes in a small and in a large team store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Team } from '../../src/team/team.js';
import { callTool } from '../../src/tools/call/call.js';
import { type Line, median } from './line.js';

const LIMIT = 1.5;
const SAMPLES = 300;

export interface Subject {
  readonly team: Team;
  readonly token: string;
}

export interface Question {
  readonly name: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The arguments for the large store, if they differ. */
  readonly argsInLarge?: Question['args'];
}

/** Builds a small and a large store, and asks both the same questions. Returns one line per question. */
export async function compareStores<Size>(
  what: string,
  questions: readonly Question[],
  { small, large, build }: { small: Size; large: Size; build: (dir: string, size: Size) => Promise<Subject> },
): Promise<Line[]> {
  const dir = mkdtempSync(join(tmpdir(), `synapse-bench-${what}-`));
  const subjects = [await build(join(dir, 'small'), small), await build(join(dir, 'large'), large)] as const;
  try {
    const lines: Line[] = [];
    for (const question of questions) lines.push(await compareTool(question, subjects));
    return lines;
  } finally {
    for (const { team } of subjects) await team.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The median in the large store divided by the median in the small one, measured in turns. */
async function compareTool(
  { name, tool, args, argsInLarge = args }: Question,
  [small, large]: readonly [Subject, Subject],
): Promise<Line> {
  const times: [number[], number[]] = [[], []];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    times[0].push(await timeOf(small, tool, args));
    times[1].push(await timeOf(large, tool, argsInLarge));
  }
  const [inSmall, inLarge] = [median(times[0]), median(times[1])];
  const detail = `${inLarge.toFixed(2)} ms in the large store, ${inSmall.toFixed(2)} ms in the small one`;
  return { name, ratio: inLarge / inSmall, limit: LIMIT, samples: SAMPLES, detail };
}

export async function timeOf({ team, token }: Subject, name: string, body: Question['args']): Promise<number> {
  const { signal } = new AbortController();
  const startedMs = performance.now();
  const answer = await callTool(team, { name, body, token, language: 'en', signal });
  const tookMs = performance.now() - startedMs;
  if (answer.tool_executed === false) throw new Error(`${name} was interrupted`);
  return tookMs;
}
