/** The tool that tells a session what to do next. */
import { chatAction, markDone } from '../../team/chat/chat-work.js';
import { wasNeverJoined } from '../../team/chat/conversation.js';
import { delegationFacts } from '../../team/json/delegation-json.js';
import { listedTaskJson } from '../../team/json/work-json.js';
import { findAgent } from '../../team/people/agents.js';
import { type Action, nextTaskAction } from '../../team/sessions/next-action.js';
import { type Session, sessionOf } from '../../team/sessions/session.js';
import type { Db } from '../../team/store/schema.js';
import {
  countToCheck,
  FOR_ANYBODY,
  isToldByWork,
  markToldByWork,
  type Notification,
  unread,
} from '../../team/work/notifications.js';
import { bindSession, workOf } from '../../team/work/session-work.js';
import { listWorkTasks, mustFindWorkTask } from '../../team/work/work-tasks.js';
import { openTalksOf } from '../open-talks.js';
import type { Answer, SessionCall, Tool } from '../tool.js';

/** How long a caller that does not poll should pause. */
const WAIT_SECONDS = 3;
const LONGEST_POLL_SECONDS = 60;

export const NEXT_ACTION_TOOL: Tool = {
  name: 'get_next_action',
  permission: 'authenticated',
  description: 'Returns what to do next. With timeout_seconds, waits until there is something to do.',
  properties: {
    timeout_seconds: {
      type: 'integer',
      minimum: 0,
      maximum: LONGEST_POLL_SECONDS,
      default: 0,
      description: 'how many seconds to wait if there is nothing to do',
    },
  },
  required: [],
  answers: ['action', 'instruction', 'and the fields of the action'],
  handle: getNextAction,
};

async function getNextAction(call: SessionCall): Promise<Answer> {
  const { team, args, signal, session } = call;
  if (args.timeout_seconds <= 0) return render(call, await take(call));
  const untilMs = team.clock.monotonicMs() + args.timeout_seconds * 1000;
  const ear = team.changes.listen(session);
  try {
    for (;;) {
      const action = await take(call);
      const leftMs = untilMs - team.clock.monotonicMs();
      if (action.type !== 'wait_for_messages' || leftMs <= 0 || signal.aborted) return await render(call, action);
      await ear.hear(leftMs, signal);
    }
  } finally {
    ear.close();
  }
}

/** Decides by reading; an action to be told only once is decided again in the transaction that marks it. */
async function take(call: SessionCall): Promise<Action> {
  const { team, signal } = call;
  const seen = await team.look((db) => decide(call, db));
  if (seen.type === 'work') await bind(call, seen.work.taskId);
  if (!('conversation' in seen || 'delegation' in seen) || signal.aborted) return seen;
  return team.change(async (tx, now) => {
    const action = await decide(call, tx);
    await markDone(tx, action, { agentId: call.session.agentId, now });
    return action;
  });
}

/** Reads the session again, because it may have ended during the wait. */
async function decide({ team, token }: SessionCall, db: Db): Promise<Action> {
  const session: Session = await sessionOf(db, token, { now: team.clock.now(), rules: team.rules.sessions });
  if (session.purpose === 'chat') return chatAction(db, session, session.isExitRequested);
  const work = await workOf(db, session);
  const isTold = (notice: Notification) =>
    isToldByWork(notice, { taskId: work?.taskId ?? null, since: session.createdAt });
  return nextTaskAction(work, await countToCheck(db, session, isTold));
}

/** Binds the session to the work task it was told to work on. Polling for the same work writes nothing. */
async function bind({ team, session }: SessionCall, taskId: string): Promise<void> {
  const unreadNotices = await team.store.read((db) => unread(db, session, FOR_ANYBODY));
  if (session.taskId === taskId && unreadNotices.length === 0) return;
  await team.change(async (tx, now) => {
    if (session.taskId !== taskId) await bindSession(tx, session.id, taskId);
    await markToldByWork(tx, session, { taskId, since: session.createdAt }, now);
  });
}

async function render({ team, say, session }: SessionCall, action: Action): Promise<Answer> {
  switch (action.type) {
    case 'check_notifications': {
      const { type, count } = action;
      return { action: type, count, instruction: say(type, { count }) };
    }
    case 'exit':
    case 'get_pending_messages':
      return { action: action.type, instruction: say(action.type) };
    case 'wait_for_messages':
      return {
        action: action.type,
        wait_seconds: WAIT_SECONDS,
        instruction: say(action.type, { wait_seconds: WAIT_SECONDS }),
      };
    case 'work':
      return renderWork({ team, say, session }, action.work.taskId);
    case 'process_delegation': {
      const facts = delegationFacts(action.delegation);
      return { action: action.type, ...facts, instruction: say(action.type, facts) };
    }
    case 'conversation_ended': {
      const { id, endedBy, endReason, participantId } = action.conversation;
      // Its own messages can use up the turns before the other one has joined.
      const isAlone = wasNeverJoined(action.conversation) && participantId !== session.agentId;
      const alone = isAlone ? [say('nobody_joined', { target_agent_id: participantId })] : [];
      return {
        action: action.type,
        conversation_id: id,
        ended_by: endedBy,
        reason: endReason,
        instruction: [...alone, say(action.type)].join(' '),
      };
    }
    case 'conversation_expired': {
      const { id, participantId } = action.conversation;
      const facts = { conversation_id: id, target_agent_id: participantId };
      return { action: action.type, ...facts, instruction: say(action.type, facts) };
    }
    case 'conversation_request': {
      const { id, initiatorId, purpose } = action.conversation;
      const from = await team.store.read((db) => findAgent(db, initiatorId));
      const facts = { from_agent_id: initiatorId, from_agent_name: from?.name ?? initiatorId };
      return {
        action: action.type,
        conversation_id: id,
        ...facts,
        purpose,
        state: 'conversation_active',
        instruction: say(action.type, facts),
      };
    }
  }
}

/** Enough about the work task to begin without another call. */
async function renderWork({ team, say, session }: Pick<SessionCall, 'team' | 'say' | 'session'>, taskId: string) {
  return team.store.read(async (db) => {
    const task = await mustFindWorkTask(db, session.projectId, taskId);
    const subtasks = await listWorkTasks(db, { parentTaskId: taskId });
    const { title, description, status, parentTaskId } = task;
    return {
      ...{ action: 'work', task_id: taskId, title, description, status, parent_task_id: parentTaskId },
      subtasks: subtasks.map(listedTaskJson),
      ...(await openTalksOf(db, session, taskId)),
      instruction: say('work', { task_id: taskId, title }),
    };
  });
}
