/** `synapse conversation show`: prints a conversation and its messages. */

import { LABELS } from '../../../i18n/said/labels.js';
import { stateSaid } from '../../../i18n/said/states.js';
import { told } from '../../../i18n/told.js';
import { askTeam } from '../../client/ask-team.js';
import { shownTime } from '../../print/local-time.js';
import { colorsFor } from '../../print/output.js';
import { indented, oneLine, printJson, printLine } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';
import type { Conversation } from './conversation-json.js';

interface Message {
  readonly sender_id: string;
  readonly content: string;
  readonly created_at: string;
}

export async function runConversationShow(
  args: readonly string[],
  options: OptionValues<typeof jsonOptions>,
): Promise<number> {
  const answer = await askTeam({ path: `/conversations/${encodeURIComponent(args[0] ?? '')}` });
  const { conversation, messages } = answer as { conversation: Conversation; messages: Message[] };
  if (options.json) {
    printJson(answer);
    return 0;
  }
  const { bold, cyan, dim } = await colorsFor(process.stdout);
  const { id, initiator_id, participant_id, state, purpose, turns, max_turns } = conversation;
  const end = conversation.end_reason === null ? '' : ` (${endOf(conversation)})`;
  printLine(
    `${bold(id)}  ${initiator_id} → ${participant_id}  ${stateSaid(state)}${end}  ${told(LABELS.turns, { turns: `${turns}/${max_turns}` })}`,
  );
  if (purpose !== null) printLine(told(LABELS.purpose, { purpose: oneLine(purpose) }));
  for (const { sender_id, content, created_at } of messages) {
    printLine(`\n${cyan(sender_id)} ${dim(shownTime(created_at))}\n${indented(content)}`);
  }
  return 0;
}

function endOf({ end_reason, ended_by }: Conversation): string {
  return ended_by === null ? String(end_reason) : told(LABELS.ended_by, { reason: end_reason, who: ended_by });
}
