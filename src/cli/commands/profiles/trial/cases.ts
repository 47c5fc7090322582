/** What is tried over each channel: a message to an idle program, to one that works, and beside a person's draft. */
import type { Receipt, Sent, Trial } from './trial.js';

export const CASES = ['idle', 'busy', 'draft'] as const;
export type Case = (typeof CASES)[number];

/** `ok` is null if the case could not be tried, or another channel took the message. */
export interface Outcome {
  readonly ok: boolean | null;
  readonly via: string | null;
  readonly after_ms: number | null;
  readonly note: string;
  readonly screen: string;
}

const HELLO = 'synapse profiles test: this message only checks delivery. Please ignore it.';
const WORK = 'synapse profiles test: please count from 1 to 40, one number per line, and do nothing else.';
const MORE = 'synapse profiles test: a message that comes during your work. Please ignore it.';
const BESIDE = 'synapse profiles test: a message beside a draft. Please ignore it.';
const DRAFT = 'halfwritten';
/** A program that does not begin to work in this time will not. */
const WORK_LIMIT_MS = 5_000;
const CLEAR_LIMIT_MS = 2_000;

export async function tryCase(which: Case, trial: Trial, channel: string): Promise<Outcome> {
  if (!(await trial.until(async () => (await trial.status()) === 'ready'))) {
    return outcome(trial, { ok: false, note: `it does not get ready: ${await trial.status()}` });
  }
  return TRIALS[which](trial, channel);
}

const TRIALS: Readonly<Record<Case, (trial: Trial, channel: string) => Promise<Outcome>>> = {
  idle: async (trial, channel) => {
    const sent = await trial.send(HELLO);
    const receipt = await trial.settled(sent);
    const isSeen = isSubmitted(receipt) && (await trial.until(() => trial.shows(`[A2A:${sent.id.slice(0, 8)}:`)));
    return outcome(trial, { ...judged(receipt, sent, channel), ...(isSeen ? {} : unseen(receipt)) });
  },
  busy: async (trial, channel) => {
    // A program that works for a moment only is done before it is certain that it goes on.
    await trial.taken(await trial.send(WORK));
    if (!(await trial.until(async () => (await trial.status()) === 'busy', WORK_LIMIT_MS))) {
      return outcome(trial, { ok: null, note: 'it was not seen to work' });
    }
    const sent = await trial.send(MORE);
    const receipt = await trial.settled(sent);
    const hasWaited = (await trial.receipts(sent)).some(({ state, reason }) => state === 'held' && reason === 'busy');
    const note = hasWaited ? 'after its work' : 'during its work';
    return outcome(trial, { note, ...judged(receipt, sent, channel) });
  },
  draft: async (trial, channel) => {
    await trial.press(DRAFT);
    if (!(await trial.until(() => trial.shows(DRAFT), WORK_LIMIT_MS))) {
      return outcome(trial, { ok: null, note: 'it does not show what is typed' });
    }
    const sent = await trial.send(BESIDE);
    const first = await trial.settled(sent, ['draft']);
    if (!(await trial.shows(DRAFT))) return outcome(trial, { ok: false, via: first.via, note: 'the draft is gone' });
    await clear(trial);
    if (first.state !== 'held') return outcome(trial, { note: 'the draft stayed', ...judged(first, sent, channel) });
    return outcome(trial, { note: 'waited for the draft', ...judged(await trial.settled(sent), sent, channel) });
  },
};

/** Removes the draft, as a person would. */
async function clear(trial: Trial): Promise<void> {
  await trial.press('<ctrl-u>');
  if (await trial.until(async () => !(await trial.shows(DRAFT)), CLEAR_LIMIT_MS)) return;
  await trial.press('<backspace>'.repeat(DRAFT.length));
}

type Judged = Partial<Omit<Outcome, 'screen'>>;

function judged(receipt: Receipt, { at }: Sent, channel: string): Judged {
  const { state, reason, via } = receipt;
  const after_ms = Math.round(performance.now() - at);
  if (!isSubmitted(receipt)) return { ok: false, via, note: reason === null ? state : `${state}: ${reason}` };
  return via === channel
    ? { ok: true, via, after_ms }
    : { ok: null, via, after_ms, note: `another channel took it: ${via}` };
}

function unseen(receipt: Receipt): Judged {
  return isSubmitted(receipt) ? { ok: false, note: 'it does not show the message' } : {};
}

function isSubmitted({ state }: Receipt): boolean {
  return state === 'submitted' || state === 'answered';
}

async function outcome(trial: Trial, { ok = null, via = null, after_ms = null, note = '' }: Judged): Promise<Outcome> {
  return { ok, via, after_ms, note, screen: await trial.screen() };
}
