/** `synapse send`: makes one request to the sender's own daemon, which delivers the message and reports on it. */
import { fail } from '../../../errors.js';
import { settings } from '../../../settings/settings.js';
import { finish, follow } from '../../client/follow-task.js';
import { readFiles, readMessage } from '../../client/message-text.js';
import { findSender } from '../../client/sender.js';
import { isTerminal } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { sendOptions } from './spec.js';

type Options = OptionValues<typeof sendOptions>;

export async function runSend(args: readonly string[], options: Options): Promise<number> {
  const [target, message] = args;
  if (options.wait && !options.response && options.until === undefined) {
    throw fail('invalid_request', { reason: '--wait needs --response, which asks for a reply, or --until.' });
  }
  const files = readFiles(options.file);
  const text = readMessage(message, files);
  const sender = await findSender(options.from);
  const body = { target, text, files, brief: options.json !== true, ...wireOptions(options) };
  const noWait = options.wait === false;
  const waits = (options.response === true && !noWait) || options.until !== undefined;
  const isLive = waits && !options.quiet && isTerminal(2);
  const done = await follow(sender, { path: '/send', body, waitsFor: waits ? 'new' : null, isLive });
  return finish(sender, done, { json: options.json, quiet: options.quiet, noWait });
}

/** What the daemon is told, in its own spelling. */
export function wireOptions(options: Options): Record<string, unknown> {
  const expires = options.expires ?? settings().expiresMs;
  return {
    response: options.response === true,
    ...waitOption(options.wait ?? settings().wait),
    ...(options.replyTo === undefined ? {} : { reply_to: options.replyTo }),
    ...(options.task === undefined ? {} : { task: options.task }),
    ...(options.priority === undefined ? {} : { priority: options.priority }),
    ...(options.when === undefined ? {} : { when: options.when }),
    ...(options.until === undefined ? {} : { until: options.until }),
    ...(expires === undefined ? {} : { expires_ms: expires }),
  };
}

/** 0 where the caller does not want to wait; nothing where the daemon's default holds. */
export function waitOption(wait: number | false | undefined): { readonly wait_ms?: number } {
  return wait === undefined ? {} : { wait_ms: wait === false ? 0 : wait * 1000 };
}
