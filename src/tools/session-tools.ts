/** The tools that open and close a session. */
import { fail } from '../errors.js';
import { purposeOf, wantChat } from '../team/chat/chat-work.js';
import { joinPending } from '../team/chat/conversations.js';
import { findAgent, isAssigned } from '../team/people/agents.js';
import { mustFindProject } from '../team/people/projects.js';
import { endSession, openSession, PURPOSES, type Purpose } from '../team/sessions/session.js';
import type { Db } from '../team/store/schema.js';
import type { Team } from '../team/team.js';
import { workInProgress } from '../team/work/session-work.js';
import type { Answer, SessionCall, Tool, ToolCall } from './tool.js';

export const SESSION_TOOLS: readonly Tool[] = [
  {
    name: 'authenticate',
    permission: 'unauthenticated',
    description: 'Opens a session of an agent in a project, for a task or for chat.',
    properties: {
      agent_id: { type: 'string', description: 'who you are' },
      passkey: { type: 'string', description: 'your passkey, as `synapse agent passkey` printed it' },
      project_id: { type: 'string', description: 'the project you work in' },
      purpose: {
        type: 'string',
        enum: PURPOSES,
        description: 'what the session is for; without it, what waits for you decides',
      },
    },
    required: ['agent_id', 'passkey', 'project_id'],
    answers: ['session_token', 'expires_in', 'agent_name', 'purpose', 'task_id', 'working_directory', 'instruction'],
    handle: authenticate,
  },
  {
    name: 'logout',
    permission: 'authenticated',
    description: 'Ends this session.',
    properties: {},
    required: [],
    answers: ['instruction'],
    handle: logout,
  },
];

async function authenticate({ team, args, say, signal }: ToolCall): Promise<Answer> {
  const { agent_id: agentId, project_id: projectId, passkey } = args;
  const project = await team.look((db) => mustFindProject(db, projectId));
  if (!(await team.store.read((db) => isAssigned(db, projectId, agentId)))) {
    throw fail('agent_not_assigned_to_project', { agent_id: agentId, project_id: projectId });
  }
  if (!(await team.passkeys.check(agentId, passkey, signal))) throw fail('invalid_credentials');
  const opened = await enterProject(team, { agentId, projectId, purpose: args.purpose ?? null, holder: null });
  const agent = await team.store.read((db) => findAgent(db, agentId));
  return {
    session_token: opened.token,
    expires_in: Math.round(team.rules.sessions.lifetimeMs / 1000),
    agent_name: agent?.name ?? agentId,
    purpose: opened.purpose,
    task_id: opened.taskId,
    working_directory: project.workingDirectory,
    instruction: say(opened.purpose === 'chat' ? 'authenticated_chat' : 'authenticated_task', {
      agent_id: agentId,
      project_id: projectId,
    }),
  };
}

async function logout({ team, session, say }: SessionCall): Promise<Answer> {
  await team.change((tx, now) => endSession(tx, session.id, now, 'logout'));
  return { instruction: say('logged_out') };
}

export interface Entrance {
  readonly agentId: string;
  readonly projectId: string;
  /** Null: what waits for the agent decides. */
  readonly purpose: Purpose | null;
  /** The process it lives with; null for a passkey. */
  readonly holder: string | null;
  /** The one that a terminal's program has, if it is to be valid again. */
  readonly token?: string;
  /** Done together with it: all or nothing. */
  readonly also?: (tx: Db, now: number) => Promise<void>;
}

/** Opens the session; who comes for chat has joined what it was asked to. */
export function enterProject(
  team: Team,
  { agentId, projectId, purpose, holder, token: known, also }: Entrance,
): Promise<{ token: string; purpose: Purpose; taskId: string | null }> {
  return team.change(async (tx, now) => {
    const wanted = purpose === null ? await purposeOf(tx, { agentId, projectId }) : await given(tx, purpose);
    if (!wanted) throw fail('no_valid_purpose', { agent_id: agentId, project_id: projectId });
    const token = await openSession(
      tx,
      { agentId, projectId, ...wanted, holder },
      {
        ...{ now, rules: team.rules.sessions },
        ...(known === undefined ? {} : { token: known }),
      },
    );
    await also?.(tx, now);
    if (wanted.purpose === 'chat') {
      await joinPending(tx, projectId, agentId, now);
      await wantChat(tx, { projectId, agentId }, null);
    }
    return { token, ...wanted };
  });

  async function given(tx: Db, purpose: Purpose): Promise<{ purpose: Purpose; taskId: string | null }> {
    const work = purpose === 'task' ? await workInProgress(tx, projectId, agentId) : null;
    return { purpose, taskId: work?.taskId ?? null };
  }
}
