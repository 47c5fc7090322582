/** Lists the tasks of a caller, page by page. */
import { type ListTasksRequest, type ListTasksResponse, TaskState } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import type { CallerTaskCursor, CallerTaskFilter } from '../../../taskstore/outside/caller-tasks.js';
import type { Task } from '../../../taskstore/task.js';
import type { Desk, Exchange } from '../desk.js';
import { stateOf, taskOf } from './view.js';

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 100;

/** States that a task keeps for good, so that the store can look for them itself. */
const STORED: Partial<Record<TaskState, Task['state']>> = {
  [TaskState.TASK_STATE_COMPLETED]: 'completed',
  [TaskState.TASK_STATE_FAILED]: 'failed',
  [TaskState.TASK_STATE_CANCELED]: 'canceled',
  [TaskState.TASK_STATE_REJECTED]: 'rejected',
};

export function listTasks(
  desk: Pick<Desk, 'page' | 'count'>,
  callerId: string,
  request: ListTasksRequest,
): ListTasksResponse {
  const { contextId, status, pageSize = DEFAULT_PAGE, historyLength, includeArtifacts = false } = request;
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > LARGEST_PAGE) {
    throw new RequestMalformedError(`pageSize must be a whole number from 1 to ${LARGEST_PAGE}`);
  }
  if (status === TaskState.UNRECOGNIZED) throw new RequestMalformedError('status is no state of a task');
  const after = request.pageToken === '' ? null : decodeToken(request.pageToken);
  const filter: CallerTaskFilter = {
    peerId: callerId,
    contextId: contextId === '' ? undefined : contextId,
    changedSince: instantOf(request.statusTimestampAfter),
  };
  const { exchanges, totalSize } =
    status === TaskState.TASK_STATE_UNSPECIFIED || STORED[status] !== undefined
      ? fromStore(desk, { ...filter, state: STORED[status] }, pageSize + 1, after)
      : amongOpen(desk, { ...filter, openOnly: true }, status, pageSize + 1, after);
  const page = exchanges.slice(0, pageSize);
  const last = page.at(-1);
  return {
    tasks: page.map((exchange) => taskOf(exchange, { historyLength, withArtifacts: includeArtifacts })),
    nextPageToken: exchanges.length > pageSize && last ? encodeToken(last.task) : '',
    pageSize,
    totalSize,
  };
}

interface Found {
  readonly exchanges: readonly Exchange[];
  readonly totalSize: number;
}

function fromStore(
  desk: Pick<Desk, 'page' | 'count'>,
  filter: CallerTaskFilter,
  limit: number,
  after: CallerTaskCursor | null,
): Found {
  return { exchanges: desk.page(filter, limit, after), totalSize: desk.count(filter) };
}

/** Whether an open task is submitted or at work is in its receipts, not in its row. Few tasks are open at a time. */
function amongOpen(
  desk: Pick<Desk, 'page'>,
  filter: CallerTaskFilter,
  status: TaskState,
  limit: number,
  after: CallerTaskCursor | null,
): Found {
  const open = desk.page(filter, Number.MAX_SAFE_INTEGER, null).filter((exchange) => stateOf(exchange) === status);
  const rest = after === null ? open : open.filter(({ task }) => comesAfter(task, after));
  return { exchanges: rest.slice(0, limit), totalSize: open.length };
}

function comesAfter(task: Task, { updatedAt, seq }: CallerTaskCursor): boolean {
  return task.updatedAt < updatedAt || (task.updatedAt === updatedAt && task.seq < seq);
}

function encodeToken({ updatedAt, seq }: CallerTaskCursor): string {
  return Buffer.from(`${updatedAt}.${seq}`).toString('base64url');
}

function decodeToken(token: string): CallerTaskCursor {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(token, 'base64url').toString());
  if (!match) throw new RequestMalformedError('pageToken is not one that this agent has given');
  return { updatedAt: Number(match[1]), seq: Number(match[2]) };
}

function instantOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new RequestMalformedError('statusTimestampAfter must be an ISO-8601 time');
  return at;
}
