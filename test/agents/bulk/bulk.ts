/** Sends messages of every kind to a real agent, in every version and over every channel, in every situation. */
import { afterAll, describe, expect, test } from 'vitest';
import { noteCell } from '../results/cells.js';
import { type AgentName, VERSIONS } from '../rig/install.js';
import { CASES } from './cases.js';
import { type Subject, Trial } from './trial.js';

const SHARE = Number(process.env.SYNAPSE_AGENTS_SHARE ?? 1);
const SEED = Number(process.env.SYNAPSE_AGENTS_SEED ?? 1);
const CASE_LIMIT_MS = 60 * 60_000;

const CHANNELS: Readonly<Record<AgentName, (version: string) => readonly string[]>> = {
  claude: (version) => [version === '2.1.197' ? 'claude-hook' : 'claude-socket', 'paste'],
  codex: () => ['codex-app-server', 'paste'],
  gemini: () => ['paste'],
  opencode: () => ['opencode-http', 'paste'],
};

export function bulk(agent: AgentName): void {
  for (const [index, subject] of subjects(agent).entries()) {
    describe(`${agent} ${subject.version} over ${subject.channel}`, () => {
      const stage = new Stage(subject);
      afterAll(() => stage.clear());
      for (const [name, { count, tools, isEarly, isFresh, times, run }] of Object.entries(CASES)) {
        test(name, { timeout: CASE_LIMIT_MS }, async () => {
          if (isFresh) await stage.clear();
          const trial = await stage.trial(tools, !isEarly);
          await run(trial, wanted(agent, count), SEED + index * 100);
          const { odd, ...counts } = await trial.judged();
          noteCell({
            ...subject,
            case: name,
            ...counts,
            late: trial.late.length,
            odd,
            ...(times ? { [times]: trial.times } : {}),
          });
          // What went wrong here must not spoil the next case.
          if (odd.length > 0) await stage.clear();
          expect(odd).toEqual([]);
        });
      }
    });
  }
}

/** Keeps an agent for the next case, because starting one takes long. */
class Stage {
  #trial: Trial | null = null;

  constructor(readonly subject: Subject) {}

  async trial(tools: 'allow' | 'ask' = 'allow', isAwaited = true): Promise<Trial> {
    if (this.#trial?.tools === tools && isAwaited && (await this.#trial.begin())) return this.#trial;
    await this.clear();
    this.#trial = await Trial.start(this.subject, tools, isAwaited);
    return this.#trial;
  }

  async clear(): Promise<void> {
    const trial = this.#trial;
    this.#trial = null;
    await trial?.close();
  }
}

function subjects(agent: AgentName): Subject[] {
  return VERSIONS[agent].flatMap((version) => CHANNELS[agent](version).map((channel) => ({ agent, version, channel })));
}

/** So many that an agent gets a thousand messages in all, over all its versions and channels. */
function wanted(agent: AgentName, count: number): number {
  const perSubject = Object.values(CASES).reduce((sum, each) => sum + each.count, 0);
  const times = Math.max(1, 1_000 / (perSubject * subjects(agent).length));
  return Math.max(1, Math.round(count * times * SHARE));
}
