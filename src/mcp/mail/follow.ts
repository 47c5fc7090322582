/**
 * Follows a send or a wait to its end, also if the daemon is restarted in between. The message keeps its id, so the daemon
 * recognizes it if it is sent again.
 */
import { type Call, streamDaemon } from '../../a2a/local.js';
import { errorFromBody, fail, SynapseError } from '../../errors.js';
import type { AgentCaller } from '../caller.js';
import type { MailCall } from './mail.js';
import type { Outcome, OutcomeTask } from './outcome.js';
import { pause } from './waiting.js';

/** How long a daemon may be away, if the caller does not wait for a reply anyway. */
const RESTART_MS = 10_000;
const AGAIN_MS = 200;
const GONE = new Set(['daemon_not_answering', 'agent_not_running']);

export interface Followed {
  readonly caller: AgentCaller;
  readonly call: Call;
  readonly target: string;
  readonly mail: MailCall;
  /** How long the caller waits for a reply; null if it expects none. */
  readonly waitMs: number | null;
}

/** If the daemon stays away, what was sent is still open. */
export async function followToEnd(followed: Followed): Promise<Outcome> {
  const { caller, mail, target, waitMs } = followed;
  const until = performance.now() + (waitMs ?? RESTART_MS);
  let { call } = followed;
  let at = caller;
  let task: OutcomeTask | null = null;
  const onSent = (sent: OutcomeTask) => {
    task = sent;
  };
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await followOnce({ ...followed, caller: at, call }, onSent);
    } catch (error) {
      // Whoever was not there to begin with has taken nothing.
      if (!isGone(error) || mail.signal.aborted || (isFirst && error.code === 'agent_not_running')) throw error;
      const leftMs = until - performance.now();
      if (leftMs <= 0) {
        if (task === null) throw error;
        return { outcome: 'open', task, target };
      }
      await pause(Math.min(AGAIN_MS, leftMs), mail.signal);
    }
    const now = await mail.again().catch(() => at);
    if (now.kind === 'agent') at = now;
    if (task !== null) call = waitFor((task as OutcomeTask).id, Math.max(0, until - performance.now()) / 1000);
  }
}

export function waitFor(id: string, seconds: number): Call {
  return { path: `/tasks/${encodeURIComponent(id)}/answer?seconds=${seconds}` };
}

/** The daemon died, hangs, or is being restarted. */
export function isGone(error: unknown): error is SynapseError {
  return error instanceof SynapseError && GONE.has(error.code);
}

/** Reads the stream to its end. A client that gives up ends the wait, but never before the message is sent. */
async function followOnce(
  { caller, call, target, mail }: Followed,
  onSent: (task: OutcomeTask) => void,
): Promise<Outcome> {
  const { daemon, home, language } = caller;
  const { say, progress, signal } = mail;
  const hangUp = new AbortController();
  let isSent = call.body === undefined;
  const giveUp = () => isSent && hangUp.abort(fail('request_timeout'));
  signal.addEventListener('abort', giveUp);
  let done: Outcome | null = null;
  try {
    await streamDaemon(daemon, home, { ...call, language, signal: hangUp.signal }, (line) => {
      if (line.event === 'error') throw errorFromBody(line, 'the daemon failed');
      if (line.event === 'sent') {
        isSent = true;
        const task = line.task as OutcomeTask;
        onSent(task);
        progress(say('mcp_sent', { target, task: task.short_id }));
        if (signal.aborted) giveUp();
      }
      if (line.event === 'queued') progress(say('mcp_queued', { target }));
      if (line.event === 'read') progress(say('mcp_read', { target }));
      if (line.event === 'waits') progress(say('mcp_stuck', { target, reason: line.reason }));
      if (line.event !== 'done') return undefined;
      const { event: _event, ...outcome } = line;
      done = outcome as unknown as Outcome;
      return 'last';
    });
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
  if (!done)
    throw fail('daemon_not_answering', { agent: daemon.id, reason: 'it ended while the command was waiting.' });
  return done;
}
