/** `synapse show`: prints everything that is known about one task or message. */

import { callDaemon } from '../../../a2a/local.js';
import { LABELS } from '../../../i18n/said/labels.js';
import { stateSaid, taskStateSaid } from '../../../i18n/said/states.js';
import { told } from '../../../i18n/told.js';
import { findSender } from '../../client/sender.js';
import { taskIdIn } from '../../client/task-id.js';
import { shownTime } from '../../print/local-time.js';
import { type Colors, colorsFor } from '../../print/output.js';
import { indented, oneLine, printJson, printLine, printNote, readable, said, setIn } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { type SavedPart, saveParts } from './save.js';
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
  readonly direction: string;
  readonly sender: { readonly sender_id: string };
  readonly target: { readonly agent_id: string };
  readonly message: { readonly text: string; readonly parts: readonly SavedPart[] } | null;
  readonly priority: number;
  readonly receipts: readonly Receipt[];
  readonly reply: {
    readonly text: string;
    readonly parts: readonly SavedPart[];
    readonly from: string;
    readonly at: string;
  } | null;
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
  if (options.save !== undefined) return save(answer.task, options.save, options.json ?? false);
  if (options.json) printJson({ task: answer.task });
  else printLine(describe(answer.task, answer.messages, await colorsFor(process.stdout)));
  return 0;
}

/** What the other side sent: the reply to our request, or its message to us. */
function save(task: Shown, dir: string, json: boolean): number {
  const isOurs = task.direction === 'outgoing';
  const parts = (isOurs ? task.reply : task.message)?.parts ?? [];
  const { saved, links } = saveParts(parts, dir, { isOutside: task.sender.sender_id.startsWith('ext:') });
  if (json) {
    printJson({ task, saved, links });
    return 0;
  }
  for (const { path } of saved) printLine(readable(path));
  for (const { name, url } of links) printNote(`${name} was not fetched; it is at ${oneLine(url)}`);
  if (saved.length + links.length === 0) printNote('There is nothing to save.');
  return 0;
}

function describe(task: Shown, messages: readonly Line[], { bold, dim, red }: Colors): string {
  const texts =
    messages.length > 0
      ? messages
      : [{ from: task.sender.sender_id, kind: 'message', text: task.message?.text ?? '', created_at: task.created_at }];
  return [
    `${bold(task.id)}  ${taskStateSaid(task.state)}`,
    `${dim(told(LABELS.from))} ${task.sender.sender_id}  ${dim(told(LABELS.to))} ${task.target.agent_id}  ${dim(told(LABELS.priority))} ${task.priority}  ${dim(told(task.response_expected ? LABELS.reply_expected : LABELS.no_reply_expected))}`,
    `${dim(told(LABELS.receipts))} ${oneLine(task.receipts.map(receiptText).join(' → '))}`,
    ...(task.error ? [red(setIn(`${task.error.code}: ${said(task.error.message)}`))] : []),
    ...filesOf(task).map((file) => `${dim(told(LABELS.files))} ${file}`),
    ...texts.flatMap(({ from, kind, text, created_at }) => [
      '',
      dim(`${shownTime(created_at)}  ${from}  ${kind}`),
      indented(text),
    ]),
  ].join('\n');
}

/** The files of the reply, which `--save` writes. */
function filesOf({ reply, id }: Shown): string[] {
  const files = (reply?.parts ?? []).flatMap(({ file }) => (file ? [file] : []));
  const names = files.map((file) => oneLine(String(file.name ?? file.filename ?? file.uri ?? 'file')));
  return names.length === 0 ? [] : [`${names.join(', ')} (synapse show ${id.slice(0, 8)} --save DIR)`];
}

function receiptText({ state, reason, via }: Receipt): string {
  const by = via && state === 'submitted' ? ` via ${via}` : '';
  return `${stateSaid(state)}${by}${reason ? ` (${said(reason)})` : ''}`;
}
