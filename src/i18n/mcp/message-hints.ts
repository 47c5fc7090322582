/** What the caller of a tool for messages can do after it has refused. It may have no tools of the team. */
import { ARGUMENTS, type HintRow } from '../tool-hints.js';

const AGENTS: HintRow = {
  any: { en: 'synapse_list_agents shows the agents.', ja: 'エージェントは synapse_list_agents で確認できます。' },
};

export const MESSAGE_TOOL_HINTS: Readonly<Record<string, HintRow>> = {
  missing_arguments: ARGUMENTS,
  invalid_argument: ARGUMENTS,
  agent_not_found: AGENTS,
  ambiguous_target: AGENTS,
  task_not_found: {
    any: {
      en: 'Check the id. synapse_inbox shows what is unread or still open.',
      ja: 'IDを確認してください。未読や未完了のものは synapse_inbox で確認できます。',
    },
  },
};
