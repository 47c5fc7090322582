/** `synapse reply`: replies to a request through the agent's own daemon. */
import { callDaemon } from '../../../a2a/local.js';
import { fail, SynapseError } from '../../../errors.js';
import { readMessage } from '../../client/message-text.js';
import { RepeatNote } from '../../client/repeat-note.js';
import { findSender } from '../../client/sender.js';
import { SENT_BEFORE } from '../../print/send-outcome.js';
import { oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { readAttached } from './attached.js';
import type { replyOptions } from './spec.js';

type Options = OptionValues<typeof replyOptions>;

interface Target {
  readonly id: string;
  readonly short_id: string;
  readonly sender: string;
  readonly age_seconds: number;
  readonly text: string;
}

/** How long a first delivery attempt may take; the daemon answers after it in any case. */
const ANSWER_LIMIT_MS = 15_000;
const EXITS: Readonly<Record<string, number>> = { delivered: 0, queued: 5, failed: 1 };

export async function runReply(args: readonly string[], options: Options): Promise<number> {
  checkManner(options);
  const attached = readAttached(options);
  const text = options.listTargets ? undefined : readMessage(args[0], attached.named);
  const { entry, home } = await findSender(options.from);
  if (options.listTargets) {
    const { targets } = (await callDaemon(entry, home, { path: '/targets' })) as { targets: Target[] };
    if (options.json) printJson({ targets });
    else if (targets.length === 0) printNote('There are no open requests.');
    else printLine(describe(targets));
    return 0;
  }
  const { to, latest, ask, fail: failed, reject, partial, message } = options;
  const body = { text, to, latest, ask, fail: failed, reject, partial, message, ...attached.body };
  const note = new RepeatNote({ entry, home }, '/reply', body);
  try {
    const call = { path: '/reply', body: { ...body, message_id: note.messageId }, timeoutMs: ANSWER_LIMIT_MS };
    const answer = await callDaemon(entry, home, call);
    note.forget();
    if (answer.repeated) printNote(SENT_BEFORE);
    if (options.json) printJson({ task: answer.task });
    else printLine(answer.task.short_id);
    printNote(describeReply(answer, options));
    return EXITS[answer.outcome] ?? 1;
  } catch (error) {
    if (error instanceof SynapseError && error.code === 'several_open_requests' && !options.json) {
      printNote(describe(error.details.targets as Target[]));
    }
    throw note.explain(error);
  }
}

const MANNERS = ['ask', 'fail', 'reject', 'partial', 'message'] as const;

function checkManner(options: Options): void {
  const [first, second] = MANNERS.filter((manner) => options[manner]);
  if (second === undefined) return;
  throw fail('invalid_request', { reason: `Use --${first} or --${second}, not both.` });
}

export interface ReplyAnswer {
  readonly outcome: string;
  readonly target: string;
  readonly target_down: boolean;
  readonly late: boolean;
  readonly task_gone: boolean;
}

export function describeReply(
  { outcome, target, target_down, late, task_gone }: ReplyAnswer,
  options: Pick<Options, 'ask' | 'fail' | 'reject' | 'partial'>,
): string {
  if (outcome === 'queued') {
    const why = target_down ? 'is not running' : 'does not answer';
    return `${target} ${why}; the reply is queued.`;
  }
  if (outcome === 'failed') return `error: ${target} did not accept the reply.`;
  if (task_gone) return `${target} no longer has the request; your reply was delivered as an ordinary message.`;
  if (late) return `The request was already closed; ${target} gets your reply as an ordinary message.`;
  if (options.ask) return `Asked ${target}. The request stays open.`;
  if (options.partial) return `Added a part to the reply to ${target}. The request stays open.`;
  if (options.reject) return `Rejected the request from ${target}.`;
  return options.fail ? `Closed the request from ${target} as failed.` : `Replied to ${target}.`;
}

const FIRST_WORDS = 60;

/** One line each: id, sender, age, first words. */
function describe(targets: readonly Target[]): string {
  return targets
    .map(({ short_id, sender, age_seconds, text }) => {
      const line = oneLine(text);
      const words = [...line].length > FIRST_WORDS ? `${[...line].slice(0, FIRST_WORDS).join('')}…` : line;
      return `${short_id}  ${sender}  ${age_seconds}s  ${words}`;
    })
    .join('\n');
}
