/** Asks daemons that run for the ids that a person may want to type, and reads the stores if there are none. Starts no daemon, and knows nothing where it fails. */
import { existsSync } from 'node:fs';
import { callDaemon } from '../../a2a/local.js';
import { synapseHome } from '../../paths.js';
import { isRunning, type LiveEntry } from '../../registry/entry.js';
import { Registry } from '../../registry/registry.js';
import { resolveTarget } from '../../registry/resolve-target.js';
import { askRunningDaemons } from '../client/ask-team.js';
import { findOwnAgent, humanId } from '../client/sender.js';
import { oneLine } from '../print/stdio.js';
import { cutToWidth } from '../print/width.js';
import type { IdKind } from '../spec/option.js';
import type { Candidate } from './complete.js';

/** A shell waits for this, with everything else in its terminal. */
const ANSWER_MS = 500;
const WIDEST = 60;
/** Anything else could act on the command line that it is put into. */
const SAFE_WORD = /^[\w.][\w.@-]*$/;

type Fields = Readonly<Record<string, unknown>>;

interface Source {
  readonly path: string;
  /** Only the caller knows its own tasks; about the team, any daemon does. */
  readonly isOwn?: boolean;
  readonly describe: (item: Fields) => readonly [id: unknown, ...description: unknown[]];
  readonly newestFirst?: (one: Fields, other: Fields) => number;
}

export async function askIds(kind: IdKind, from: string | undefined): Promise<readonly Candidate[]> {
  try {
    return candidatesIn(SOURCES[kind], await answersTo(SOURCES[kind], from));
  } catch {
    return [];
  }
}

/** An answer is an object with one list. */
export function candidatesIn(source: Source, answers: readonly Fields[]): Candidate[] {
  const items = answers.flatMap((answer) => Object.values(answer).find(Array.isArray) ?? []) as Fields[];
  return items.toSorted(source.newestFirst ?? (() => 0)).flatMap((item) => {
    const [id, ...parts] = source.describe(item);
    if (typeof id !== 'string' || !SAFE_WORD.test(id)) return [];
    const description = parts.filter((part) => typeof part === 'string' && part !== '').join(', ');
    return [{ word: id, description: cutToWidth(oneLine(description), WIDEST) }];
  });
}

export async function answersTo(
  { path, isOwn }: Pick<Source, 'path' | 'isOwn'>,
  from: string | undefined,
): Promise<readonly Fields[]> {
  const registry = new Registry(synapseHome());
  const call = { path, timeoutMs: ANSWER_MS, signal: AbortSignal.timeout(ANSWER_MS) };
  const caller = await runningCaller(registry, isOwn ? from : undefined);
  if (caller) return [await callDaemon(caller, registry.home, call)];
  if (registry.list().some(isRunning)) return isOwn ? [] : askRunningDaemons<Fields>(registry, call);
  return readIds(registry.home, path, from);
}

/** From the stores, which are loaded only where nobody else can be asked. */
async function readIds(home: string, path: string, from: string | undefined): Promise<readonly Fields[]> {
  if (!existsSync(home)) return [];
  const { listWithoutDaemon } = await import('../../daemon/ids-without-daemon.js');
  const person = from ?? humanId(home);
  const answer = await listWithoutDaemon(path.replace(/\?.*$/, ''), { home, env: process.env, person });
  return answer === null ? [] : [answer];
}

/** As for the command itself, but null where that would start a daemon. */
async function runningCaller(registry: Registry, from: string | undefined): Promise<LiveEntry | null> {
  const own = from === undefined ? await findOwnAgent(registry) : null;
  if (own) return own;
  const running = registry.list().filter(isRunning);
  // Whoever the person is may be noted in the home, which does not exist yet.
  if (running.length === 0) return null;
  if (from !== undefined) {
    const { id } = resolveTarget(from, running);
    return running.find((agent) => agent.id === id)?.live ?? null;
  }
  const person = humanId(registry.home);
  return running.find(({ id, kind }) => id === person && kind === 'human')?.live ?? null;
}

export const SOURCES: Readonly<Record<IdKind, Source>> = {
  task: {
    path: '/tasks?limit=50',
    isOwn: true,
    describe: (task) => {
      const other =
        task.direction === 'outgoing'
          ? `to ${textAt(task.target, 'agent_id')}`
          : `from ${textAt(task.sender, 'sender_id')}`;
      return [task.short_id, task.state, other, textAt(task.message, 'text')];
    },
  },
  request: {
    path: '/targets',
    isOwn: true,
    describe: ({ short_id, sender, text }) => [short_id, `from ${sender}`, text],
  },
  work: {
    path: '/work',
    describe: ({ task_id, status, title }) => [task_id, status, title],
    newestFirst: (one, other) => String(other.created_at).localeCompare(String(one.created_at)),
  },
  conversation: {
    path: '/conversations',
    describe: ({ id, state, initiator_id, participant_id, purpose }) => [
      id,
      state,
      `${initiator_id} → ${participant_id}`,
      purpose,
    ],
  },
  execution: {
    path: '/executions',
    describe: ({ execution_id, status, agent_id, task_title }) => [execution_id, status, agent_id, task_title],
  },
  project: {
    path: '/projects',
    describe: ({ id, name, working_directory }) => [id, name === id ? '' : name, working_directory],
  },
  tool: { path: '/tools', describe: ({ name, description }) => [name, description] },
};

function textAt(item: unknown, key: string): unknown {
  return typeof item === 'object' && item !== null ? (item as Fields)[key] : '';
}
