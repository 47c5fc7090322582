/** `synapse show`: prints everything that is known about one task or message. */

import { callDaemon } from '../../../a2a/local.js';
import { LABELS } from '../../../i18n/said/labels.js';
import { told } from '../../../i18n/told.js';
import { findSender } from '../../client/sender.js';
import { taskIdIn } from '../../client/task-id.js';
import { type Colors, colorsFor } from '../../print/output.js';
import { indented, oneLine, printJson, printLine, said, setIn } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { showOptions } from './spec.js';

interface Receipt {
  readonly state: string;
  readonly reason: string | null;
  readonly via: string | null;
  readonly at: string;
}

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly response_expected: boolean;
  readonly sender: { readonly sender_id: string };
  readonly target: { readonly agent_id: string };
  readonly message: { readonly text: string } | null;
  readonly priority: number;
  readonly receipts: readonly Receipt[];
  readonly reply: { readonly text: string; readonly from: string; readonly at: string } | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly created_at: string;
}

interface Line {
  readonly id: string;
  readonly from: string;
  readonly kind: string;
  readonly text: string;
  readonly created_at: string;
}

export async function runShow(args: readonly string[], options: OptionValues<typeof showOptions>): Promise<number> {
  const id = taskIdIn(args);
  const { entry, home } = await findSender(options.from);
  const answer = (await callDaemon(entry, home, { path: `/tasks/${encodeURIComponent(id)}` })) as {
    task: Shown;
    messages: Line[];
  };
  if (options.json) printJson({ task: answer.task });
  else printLine(describe(answer.task, answer.messages, await colorsFor(process.stdout)));
  return 0;
}

function describe(task: Shown, messages: readonly Line[], { bold, dim, red }: Colors): string {
  const texts =
    messages.length > 0
      ? messages
      : [{ from: task.sender.sender_id, kind: 'message', text: task.message?.text ?? '', created_at: task.created_at }];
  return [
    `${bold(task.id)}  ${task.state}`,
    `${dim(told(LABELS.from))} ${task.sender.sender_id}  ${dim(told(LABELS.to))} ${task.target.agent_id}  ${dim(told(LABELS.priority))} ${task.priority}  ${dim(told(task.response_expected ? LABELS.reply_expected : LABELS.no_reply_expected))}`,
    `${dim(told(LABELS.receipts))} ${oneLine(task.receipts.map(receiptText).join(' → '))}`,
    ...(task.error ? [red(setIn(`${task.error.code}: ${said(task.error.message)}`))] : []),
    ...texts.flatMap(({ from, kind, text, created_at }) => [
      '',
      dim(`${created_at}  ${from}  ${kind}`),
      indented(text),
    ]),
  ].join('\n');
}

function receiptText({ state, reason, via }: Receipt): string {
  const by = via && state === 'submitted' ? ` via ${via}` : '';
  return reason ? `${state}${by} (${said(reason)})` : `${state}${by}`;
}
