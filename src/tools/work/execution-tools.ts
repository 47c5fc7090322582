/** Tools with which an agent looks at its own executions. */
import { fail } from '../../errors.js';
import type { Say } from '../../i18n.js';
import { offsetBefore } from '../../team/executions/execution-log.js';
import {
  countExecutions,
  EXECUTION_STATUSES,
  type ExecutionStatus,
  findExecution,
  viewExecutions,
} from '../../team/executions/executions.js';
import { executionJson, executionLogJson } from '../../team/json/execution-json.js';
import { invalidArgument } from '../call/arguments.js';
import type { Answer, SessionCall, Tool } from '../tool.js';

const MOST_LINES = 5_000;
const LARGEST_PAGE = 200;

export const EXECUTION_TOOLS: readonly Tool[] = [
  {
    name: 'get_my_execution_history',
    permission: 'authenticated',
    description: 'Returns the runs of your task terminal: for which work task, when, and how each ended, newest first.',
    properties: {
      task_id: { type: 'string', description: 'only runs for this work task' },
      status: { type: 'string', description: 'only runs with this status: running, completed, failed or stopped' },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: LARGEST_PAGE,
        default: 10,
        description: 'maximum number of executions',
      },
    },
    required: [],
    answers: ['agent_id', 'executions', 'total_count', 'instruction'],
    handle: getMyExecutionHistory,
  },
  {
    name: 'get_execution_log',
    permission: 'authenticated',
    description:
      'Returns what your task terminal printed in one execution: the last lines, or 100 lines from an offset.',
    properties: {
      execution_id: { type: 'string', description: 'the execution' },
      tail: {
        type: 'integer',
        minimum: 1,
        maximum: MOST_LINES,
        description: 'number of lines from the end (default 100)',
      },
      offset: {
        type: 'integer',
        minimum: 0,
        description: 'the first line to return, counted from 0; not together with tail',
      },
    },
    required: ['execution_id'],
    answers: [
      ...['execution_id', 'task_id', 'status', 'log_file_path', 'log_content'],
      ...['first_line', 'total_lines', 'returned_lines', 'truncated', 'next_offset', 'instruction'],
    ],
    handle: getExecutionLog,
  },
];

async function getMyExecutionHistory({ team, session, args, say }: SessionCall): Promise<Answer> {
  const { projectId, agentId } = session;
  const filter = { projectId, agentId, taskId: args.task_id, ...statusOf(args.status) };
  return team.look(async (db) => {
    const executions = (await viewExecutions(db, filter, { limit: args.limit, logs: team.logs })).map(executionJson);
    const total = await countExecutions(db, filter);
    return { agent_id: agentId, executions, total_count: total, instruction: say('execution_history') };
  });
}

async function getExecutionLog({ team, session, args, say }: SessionCall): Promise<Answer> {
  const { execution_id: id, tail, offset } = args;
  if (tail !== undefined && offset !== undefined) {
    throw invalidArgument(say, 'tail_or_offset');
  }
  const execution = await team.look((db) => findExecution(db, id));
  if (execution?.projectId !== session.projectId) throw fail('execution_log_not_found', { execution_id: id });
  if (execution.agentId !== session.agentId) {
    throw fail('unauthorized', { agent_id: session.agentId, execution_id: id });
  }
  const range = { tail, offset };
  const answer = executionLogJson(execution, await team.logs.read(execution, range), range);
  const more = execution.status === 'running' && answer.next_offset === null ? [say('execution_still_runs')] : [];
  return { ...answer, instruction: [howToReadOn(answer, say), ...more].join(' ') };
}

/** Names only offsets at which there are lines. */
function howToReadOn(answer: ReturnType<typeof executionLogJson>, say: Say): string {
  const { execution_id, first_line, returned_lines, total_lines, next_offset } = answer;
  const facts = { execution_id, returned_lines, total_lines, first_line, next_offset };
  if (next_offset !== null) return say('execution_log_next', facts);
  if (returned_lines === 0 && total_lines > 0) return say('execution_log_past_end', facts);
  if (first_line === 0) return say('execution_log', facts);
  return say('execution_log_end', { ...facts, earlier_offset: offsetBefore(first_line) });
}

function statusOf(word: string | undefined): { status?: ExecutionStatus } {
  if (word === undefined) return {};
  const status = EXECUTION_STATUSES.find((each) => each === word);
  if (!status) throw fail('invalid_status', { status: word, allowed: EXECUTION_STATUSES });
  return { status };
}
