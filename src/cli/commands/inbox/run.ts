/** `synapse inbox`: prints the unread messages of a person (or an agent) and marks them as read. */

import { setTimeout as pause } from 'node:timers/promises';
import { callDaemon, readDaemon } from '../../../a2a/local.js';
import { SynapseError } from '../../../errors.js';
import { LABELS } from '../../../i18n/said/labels.js';
import { told } from '../../../i18n/told.js';
import { isRunning } from '../../../registry/entry.js';
import { hasTeam } from '../../../registry/team-place.js';
import { findSender, type Sender } from '../../client/sender.js';
import { daemonBack, PASSING } from '../../client/until/daemon-back.js';
import { endWithReader } from '../../print/closed-output.js';
import { shownTime } from '../../print/local-time.js';
import { age, type Colors, colorsFor } from '../../print/output.js';
import { endInterruptedLine, indented, printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { inboxOptions } from './spec.js';

export interface InboxMessage {
  /** Chat messages have none; they are marked as read by their id. */
  readonly seq?: number;
  readonly id: string;
  readonly short_id: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly created_at: string;
}

type Options = OptionValues<typeof inboxOptions>;

const PAGE = 200;
const AGAIN_MS = 300;
/** Failures of the team store, which mail does not depend on. */
const TEAM_TROUBLE = new Set([
  'store_damaged',
  'store_too_new',
  'storage_failed',
  'team_store_busy',
  'store_unavailable',
]);

export async function runInbox(_args: readonly string[], options: Options): Promise<number> {
  const sender = await findSender(options.from);
  const colors = await colorsFor(process.stdout);
  const show = (messages: readonly InboxMessage[]) => {
    for (const message of messages) {
      if (options.json) printJson({ event: 'message', at: message.created_at, message });
      else printLine(describe(message, colors, options.watch ?? false));
    }
  };
  if (options.watch) return watch(sender, options, show);
  const messages = [...(await unread(sender, 0)), ...(await unreadChat(sender))].sort(byTime);
  if (options.json) printJson({ messages });
  else if (messages.length === 0) printNote('No new messages.');
  else show(messages);
  if (!options.peek) await markRead(sender, messages);
  return 0;
}

/** Prints every message once, as it arrives, and marks it as read before the next look, unless only peeking. */
async function watch(
  sender: Sender,
  options: Options,
  show: (messages: readonly InboxMessage[]) => void,
): Promise<number> {
  printNote('Waiting for messages. Press Ctrl-C to quit.');
  process.once('SIGINT', () => {
    endInterruptedLine();
    process.exit(130);
  });
  endWithReader();
  let at = sender;
  let after = 0;
  const shown = new Set<string>();
  const look = async () => {
    const mail = await unread(at, after);
    const chat = (await unreadChat(at)).filter(({ id }) => !shown.has(id));
    show([...mail, ...chat].sort(byTime));
    if (!options.peek) return markRead(at, [...mail, ...chat]);
    after = mail.at(-1)?.seq ?? after;
    for (const { id } of chat) shown.add(id);
  };
  for (let isConnected = false; ; ) {
    try {
      await lookAtEveryEvent(at, () => {
        isConnected = true;
        return look();
      });
    } catch (error) {
      if (!isConnected || !(error instanceof SynapseError) || !PASSING.has(error.code)) throw error;
      await pause(AGAIN_MS);
      if (isAlive(at)) throw error;
    }
    await pause(AGAIN_MS);
    at = { ...sender, entry: await daemonBack(sender) };
  }
}

/** One look at a time: whatever happens during one is seen by the next. Resolves when the daemon has ended. */
async function lookAtEveryEvent({ entry, home }: Sender, look: () => Promise<void>): Promise<void> {
  let looking = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    const again = () => {
      looking = looking.then(look);
      looking.catch(reject);
    };
    readDaemon(entry, home, '/events', again).then(resolve, reject);
  });
}

/** Whether it is still the same daemon. */
function isAlive({ registry, entry }: Sender): boolean {
  const known = registry.get(entry.id);
  return known !== null && isRunning(known) && known.live.instance === entry.instance;
}

async function unread({ entry, home }: Sender, after: number): Promise<InboxMessage[]> {
  const found: InboxMessage[] = [];
  for (let from = after; ; ) {
    const page = (await callDaemon(entry, home, { path: `/inbox?limit=${PAGE}&after=${from}` })) as {
      messages: InboxMessage[];
    };
    found.push(...page.messages);
    const last = page.messages.at(-1);
    if (!last || page.messages.length < PAGE) return found;
    from = last.seq ?? from;
  }
}

/** Messages to a person in the chat of a project. */
async function unreadChat({ entry, home }: Sender): Promise<InboxMessage[]> {
  if (entry.kind !== 'human' || !hasTeam(home)) return [];
  try {
    const { messages } = await callDaemon(entry, home, { path: `/chat/unread?limit=${PAGE}` });
    if (messages.length >= PAGE) printNote('note: there may be more chat; run synapse inbox again.');
    return messages as InboxMessage[];
  } catch (error) {
    // Mail is shown even if the team's store is in trouble.
    if (!(error instanceof SynapseError) || !TEAM_TROUBLE.has(error.code)) throw error;
    printNote(`note: cannot read the chat: ${error.toText()}`);
    return [];
  }
}

function byTime(a: InboxMessage, b: InboxMessage): number {
  return a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0;
}

async function markRead({ entry, home }: Sender, messages: readonly InboxMessage[]): Promise<void> {
  const seqs = messages.flatMap(({ seq }) => seq ?? []);
  const ids = messages.filter(({ seq }) => seq === undefined).map(({ id }) => id);
  if (seqs.length > 0) await callDaemon(entry, home, { path: '/inbox/read', body: { seqs } });
  if (ids.length > 0) await callDaemon(entry, home, { path: '/chat/read', body: { ids } });
}

/** Of one that has just arrived, the time says more than how long ago that is. */
export function describe(message: InboxMessage, { bold, cyan, dim, yellow }: Colors, isWatched = false): string {
  const asks = ['request', 'continuation', 'chat'].includes(message.kind);
  const hint = asks
    ? `\n${yellow(told(LABELS.to_reply, { command: `synapse reply --to ${message.short_id} "…"` }))}`
    : '';
  const ago = told(LABELS.ago, { age: age(Date.now() - Date.parse(message.created_at)) });
  const when = dim(isWatched ? shownTime(message.created_at) : ago);
  return `${bold(message.short_id)} ${cyan(message.from)} ${when}${message.kind === 'message' ? '' : ` ${message.kind}`}\n${indented(message.text)}${hint}\n`;
}
