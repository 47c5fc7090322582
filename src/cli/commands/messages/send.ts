/** `synapse send`: one request to the sender's own daemon, which stays on the line while the command waits. */
import { callDaemon, streamDaemon } from '../../../a2a/local.js';
import { errorFromBody, fail, SynapseError } from '../../../errors.js';
import { readFiles, readMessage } from '../../client/message-text.js';
import { findSender, type Sender } from '../../client/sender.js';
import { type Done, tell, whyQueued } from '../../print/send-outcome.js';
import { printJson, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { sendOptions } from '../../spec/send-options.js';

type Options = OptionValues<typeof sendOptions>;

const EXITS = { answered: 0, asked: 6, failed: 1, reached: 0, delivered: 0, queued: 5, open: 4 } as const;
const INTERRUPTED = 130;

export async function runSend(args: readonly string[], options: Options): Promise<number> {
  const [target, message, ...more] = args;
  if (target === undefined || more.length > 0) {
    throw fail('invalid_request', {
      reason:
        more.length > 0 ? 'The message is one argument: put it in quotes.' : 'Who gets it? synapse send <target> "…"',
    });
  }
  const files = readFiles(options.file);
  const text = readMessage(message, files);
  const sender = await findSender(options.from);
  const body = { target, text, files, brief: options.json !== true, ...wireOptions(options) };
  const waits = (options.response === true && options.noWait !== true) || options.until !== undefined;
  const done = await follow(sender, { path: '/send', body, waitsFor: waits ? 'new' : null });
  return finish(sender, done, options);
}

interface Followed {
  readonly path: string;
  readonly body?: unknown;
  /** The task whose answer is waited for: one that is there, or the one that this makes. */
  readonly waitsFor: { readonly id: string } | 'new' | null;
}

/** Reads the stream to its end; Ctrl-C ends the wait, not the task. */
export async function follow(sender: Sender, { waitsFor, ...call }: Followed): Promise<Done> {
  let done: Done | null = null;
  let id = waitsFor === null || waitsFor === 'new' ? null : waitsFor.id;
  let isInterrupted = false;
  const interrupted = () => {
    // The daemon is about to say which task it is; whoever presses it again does not wait for that.
    if (id === null && !isInterrupted) {
      isInterrupted = true;
      return;
    }
    if (id !== null) say(`Interrupted; the task stays open: synapse tasks wait ${id}`);
    // Not before the others have had their say: a broadcast waits for many.
    setImmediate(() => process.exit(INTERRUPTED));
  };
  if (waitsFor !== null) process.on('SIGINT', interrupted);
  try {
    await streamDaemon(sender.entry, sender.home, call, (line) => {
      if (line.event === 'sent') {
        id = (line.task as Done['task']).short_id;
        if (isInterrupted) interrupted();
      }
      if (line.event === 'queued')
        say(`${String(line.target)} ${whyQueued(line)}; the message is queued and this goes on waiting.`);
      if (line.event === 'waits')
        say(
          `${String(line.target)} ${String(line.reason)}\nhint: synapse answer ${String(line.target)} shows the choices.`,
        );
      if (line.event === 'error') throw errorFromBody(line, 'the daemon failed');
      if (line.event !== 'done') return undefined;
      done = line as unknown as Done;
      return 'last';
    });
  } finally {
    process.removeListener('SIGINT', interrupted);
  }
  if (done) return done;
  const details = { agent: sender.entry.id, reason: 'it ended while the command waited' };
  if (id === null) throw fail('daemon_not_answering', details);
  throw new SynapseError('daemon_not_answering', details, {
    hint: `The task stays open: synapse tasks wait ${id}`,
  });
}

/** Prints the answer, says the rest, and acknowledges what was printed, so that it is not typed as well. */
export async function finish(
  sender: Sender,
  done: Done,
  options: Pick<Options, 'json' | 'quiet' | 'noWait'>,
): Promise<number> {
  const { outcome, task } = done;
  if (options.json) printJson({ task });
  else tell(done, options);
  if (outcome === 'answered' || outcome === 'asked' || (outcome === 'failed' && task.reply)) {
    await acknowledge(sender, task.id);
  }
  return finishCode(done, options);
}

/** The answer was printed: if its daemon has died since, it is shown a second time, and that is all. */
async function acknowledge({ entry, home }: Sender, taskId: string): Promise<void> {
  await callDaemon(entry, home, { path: `/tasks/${taskId}/ack`, body: {} }).catch(() => {});
}

export function finishCode({ outcome, answer_first }: Done, { noWait }: Pick<Options, 'noWait'>): number {
  return noWait && outcome === 'open' && !answer_first ? 0 : EXITS[outcome];
}

function wireOptions(options: Options): Record<string, unknown> {
  const noWait = options.noWait === true;
  return {
    response: options.response === true,
    ...(noWait ? { wait_ms: 0 } : options.wait === undefined ? {} : { wait_ms: options.wait * 1000 }),
    ...(options.replyTo === undefined ? {} : { reply_to: options.replyTo }),
    ...(options.task === undefined ? {} : { task: options.task }),
    ...(options.priority === undefined ? {} : { priority: options.priority }),
    ...(options.until === undefined ? {} : { until: options.until }),
    ...(options.expires === undefined ? {} : { expires_ms: options.expires }),
  };
}
