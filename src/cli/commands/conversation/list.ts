/** `synapse conversation list`: lists who is talking to whom. */
import { stateSaid } from '../../../i18n/said/states.js';
import { askTeam, projectQuery } from '../../client/ask-team.js';
import { age, colorsFor, table } from '../../print/output.js';
import { oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { projectOptions } from '../../spec/shared-options.js';
import { projectToList } from '../project/project-of-folder.js';
import type { Conversation } from './conversation-json.js';

export async function runConversationList(
  _args: readonly string[],
  options: OptionValues<typeof projectOptions>,
): Promise<number> {
  const answer = (await askTeam({ path: `/conversations${projectQuery(await projectToList(options))}` })) as {
    conversations: Conversation[];
  };
  if (options.json) printJson(answer);
  else if (answer.conversations.length === 0) printNote('There are no conversations.');
  else {
    const rows = answer.conversations.map((each) =>
      [
        each.id,
        each.project_id,
        `${each.initiator_id} → ${each.participant_id}`,
        stateSaid(each.state),
        `${each.turns}/${each.max_turns}`,
        age(Date.now() - Date.parse(each.last_activity_at)),
        oneLine(each.purpose ?? ''),
      ].map((text) => ({ text })),
    );
    const header = ['ID', 'PROJECT', 'WHO', 'STATE', 'TURNS', 'AGE', 'PURPOSE'];
    printLine(table(header, rows, await colorsFor(process.stdout)));
  }
  return 0;
}
