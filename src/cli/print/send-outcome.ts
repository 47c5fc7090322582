/** How a send or a wait ended, in words: the reply or the id on stdout, everything else on stderr. */
import { cleanText, hangingLines } from '../../clean-text.js';
import { fail } from '../../errors.js';
import { oneLine, printLine, printNote, readable } from './stdio.js';

/** The last line of a send or a wait: how it ended, and the task as it is now. */
export interface Done {
  readonly outcome: 'answered' | 'asked' | 'failed' | 'reached' | 'delivered' | 'queued' | 'open';
  readonly task: {
    readonly id: string;
    readonly short_id: string;
    readonly direction: string;
    readonly response_expected: boolean;
    readonly reply: { readonly text: string } | null;
    readonly error: { readonly code: string; readonly message: string } | null;
    readonly receipt: { readonly state: string; readonly reason: string | null } | null;
    readonly target: { readonly agent_id: string };
  };
  /** The agent the message went to; absent when only waiting. */
  readonly target?: string;
  readonly target_down?: boolean;
  /** Why an outside agent cannot be reached. */
  readonly reason?: string | null;
  readonly answer_first?: string | null;
  readonly late?: boolean;
  readonly task_gone?: boolean;
  /** The message that carries the reply, the question or the failure. */
  readonly answer_id?: string;
  /** The same command had sent it before and got no answer. */
  readonly repeated?: boolean;
}

export const SENT_BEFORE = 'The same command had already sent this message, so it was not sent again.';

export interface Manner {
  readonly json?: boolean | undefined;
  readonly quiet?: boolean | undefined;
  readonly noWait?: boolean | undefined;
}

/** Prints the outcome. */
export function printOutcome(done: Done, manner: Manner): void {
  const { result, note } = describeOutcome(done, manner);
  if (result !== null) printLine(readable(result));
  if (note !== null) printNote(note);
}

/** What goes to stdout, and what goes to stderr. */
export function describeOutcome(
  done: Done,
  manner: Manner,
): { readonly result: string | null; readonly note: string | null } {
  const { outcome, task } = done;
  const printsId = hasId(done, manner);
  const note = manner.quiet && printsId ? null : noteOf(done, manner);
  if (outcome === 'answered' || outcome === 'asked') return { result: task.reply?.text ?? '', note };
  return { result: printsId ? task.short_id : null, note };
}

/** With a wait, stdout carries the reply or nothing. */
function hasId({ outcome, task }: Done, { noWait }: Manner): boolean {
  if (outcome === 'delivered' || outcome === 'reached') return true;
  return outcome !== 'failed' && !waits(task, noWait);
}

function waits({ direction, response_expected }: Done['task'], noWait: boolean | undefined): boolean {
  return direction === 'outgoing' && response_expected && !noWait;
}

function noteOf(done: Done, { noWait }: Manner): string | null {
  const { outcome, task } = done;
  const target = done.target ?? task.target.agent_id;
  if (done.answer_first) return fail('answer_first', { target, request: done.answer_first }).toText();
  if (done.task_gone) return `${target} no longer has the request; your message was delivered as an ordinary one.`;
  if (done.late) return `The request was already closed; ${target} gets your message as an ordinary one.`;
  switch (outcome) {
    case 'answered':
      return null;
    case 'asked':
      return `${target} has a question. To answer: synapse send ${target} "…" --task ${task.short_id} --response`;
    case 'failed':
      return failureOf(done, target);
    case 'queued':
      return `${target} ${whyQueued(done)}; the message is queued.${waitLater(done, noWait)}`;
    case 'delivered':
      if (task.receipt?.state === 'held')
        return `Delivered to ${target}, which holds it: ${oneLine(task.receipt.reason ?? '')}.`;
      return `Delivered to ${target}.`;
    case 'reached':
      return `${target}: ${task.receipt?.state ?? 'delivered'}.`;
    case 'open':
      if (!task.response_expected)
        return `${target}: ${receiptText(task)} so far. To check again: synapse show ${task.short_id}`;
      if (!noWait) return `No reply yet. To keep waiting: synapse tasks wait ${task.short_id}`;
      return done.target_down ? `${target} is not running; the message is queued.` : null;
  }
}

function receiptText({ receipt }: Done['task']): string {
  return receipt?.reason ? `${receipt.state} (${oneLine(receipt.reason)})` : (receipt?.state ?? 'delivered');
}

/** A caller that waited has not seen the id yet. */
function waitLater({ task }: Done, noWait: boolean | undefined): string {
  return waits(task, noWait) ? `\nTo wait for the reply: synapse tasks wait ${task.short_id}` : '';
}

/** Distinguishes a daemon that hangs from one that is down. Why an outside agent cannot be reached is known. */
export function whyQueued({ target_down: isDown = true, reason }: Pick<Done, 'target_down' | 'reason'>): string {
  if (reason) return `cannot be reached (${oneLine(reason)})`;
  return isDown ? 'is not running' : 'does not answer';
}

function failureOf({ task }: Done, target: string): string {
  const hint = `hint: synapse show ${task.short_id}`;
  if (task.reply) {
    const text = hangingLines(cleanText(task.reply.text));
    const said = task.error?.code === 'rejected' ? `${target} rejected it: ${text}` : `${target} failed: ${text}`;
    return `error: ${said}\n${hint}`;
  }
  const reason = task.error?.message ?? task.receipt?.reason ?? 'no reason given';
  const remedy = task.error && CHECKABLE.has(task.error.code) ? `hint: synapse external check ${target}` : hint;
  return `error: ${hangingLines(cleanText(reason))}\n${remedy}`;
}

/** Failures of outside agents that a check explains better than the task does. */
const CHECKABLE: ReadonlySet<string> = new Set(['external_unauthorized', 'external_bad_answer']);
