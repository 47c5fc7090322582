/** `synapse conversation`: who talks with whom, and what was said. */

import { askTeam, ofProject } from '../../client/team-daemon.js';
import { age, coloursFor, table } from '../../print/output.js';
import { oneLine, printJson, printLine, readable, say } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions, teamOptions } from '../../spec/options.js';

interface Conversation {
  readonly id: string;
  readonly project_id: string;
  readonly initiator_id: string;
  readonly participant_id: string;
  readonly state: string;
  readonly purpose: string | null;
  readonly turns: number;
  readonly max_turns: number;
  readonly end_reason: string | null;
  readonly ended_by: string | null;
  readonly last_activity_at: string;
}

interface Message {
  readonly sender_id: string;
  readonly content: string;
  readonly created_at: string;
}

export async function runConversationList(
  _args: readonly string[],
  options: OptionValues<typeof teamOptions>,
): Promise<number> {
  const answer = (await askTeam({ path: `/conversations${ofProject(options.project)}` })) as {
    conversations: Conversation[];
  };
  if (options.json) printJson(answer);
  else if (answer.conversations.length === 0) say('There are no conversations.');
  else {
    const rows = answer.conversations.map((each) =>
      [
        each.id,
        each.project_id,
        `${each.initiator_id} → ${each.participant_id}`,
        each.state,
        `${each.turns}/${each.max_turns}`,
        age(Date.now() - Date.parse(each.last_activity_at)),
        oneLine(each.purpose ?? ''),
      ].map((text) => ({ text })),
    );
    const header = ['ID', 'PROJECT', 'WHO', 'STATE', 'TURNS', 'AGE', 'PURPOSE'];
    printLine(table(header, rows, await coloursFor(process.stdout)));
  }
  return 0;
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
  const { bold, cyan, dim } = await coloursFor(process.stdout);
  const { id, initiator_id, participant_id, state, purpose, turns, max_turns } = conversation;
  const end = conversation.end_reason === null ? '' : ` (${endOf(conversation)})`;
  printLine(`${bold(id)}  ${initiator_id} → ${participant_id}  ${state}${end}  ${turns}/${max_turns} turns`);
  if (purpose !== null) printLine(`purpose: ${readable(purpose)}`);
  for (const { sender_id, content, created_at } of messages) {
    printLine(`\n${cyan(sender_id)} ${dim(created_at)}\n${readable(content).replace(/^/gm, '  ')}`);
  }
  return 0;
}

function endOf({ end_reason, ended_by }: Conversation): string {
  return ended_by === null ? String(end_reason) : `${end_reason}, by ${ended_by}`;
}
