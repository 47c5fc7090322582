/** Tools that open and close a session. */
import { fail } from '../../errors.js';
import { findAgent, isAssigned, type Member } from '../../team/people/agents.js';
import { mustFindProject, type Project } from '../../team/people/projects.js';
import { enterProject } from '../../team/sessions/enter-project.js';
import { PURPOSES } from '../../team/sessions/session.js';
import { endSession } from '../../team/sessions/session-ends.js';
import type { Team } from '../../team/team.js';
import type { Answer, SessionCall, Tool, ToolCall } from '../tool.js';

export const SESSION_TOOLS: readonly Tool[] = [
  {
    name: 'authenticate',
    permission: 'unauthenticated',
    description: 'Opens a session for an agent in a project. Use the returned session_token for all other tools.',
    properties: {
      agent_id: { type: 'string', description: 'your agent id' },
      passkey: { type: 'string', description: 'your passkey, printed by `synapse agent passkey`' },
      project_id: { type: 'string', description: 'the project to work in' },
      purpose: {
        type: 'string',
        enum: PURPOSES,
        description: 'what the session is for; if omitted, chosen by the work that waits for you',
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

/** Who has neither the passkey nor a key of this home gets one answer for all reasons. */
async function authenticate({ team, args, say, signal, isOwner }: ToolCall): Promise<Answer> {
  const { agent_id: agentId, project_id: projectId, passkey } = args;
  if (isOwner) await projectOf(team, { agentId, projectId });
  if (!(await team.passkeys.check(agentId, passkey, signal))) throw fail('invalid_credentials');
  const project = await projectOf(team, { agentId, projectId });
  const opened = await enterProject(team, { agentId, projectId, purpose: args.purpose ?? null, holder: null });
  const agent = await team.store.read((db) => findAgent(db, agentId));
  return {
    session_token: opened.token,
    expires_in: Math.round(team.rules.sessions.lifetimeMs / 1000),
    agent_name: agent?.name ?? agentId,
    purpose: opened.purpose,
    task_id: opened.taskId,
    working_directory: project.workingDirectory,
    instruction: [
      say(`authenticated_${opened.purpose}`, { agent_id: agentId, project_id: projectId }),
      ...(opened.purpose === 'chat' ? [say('chat_tools')] : []),
    ].join(' '),
  };
}

async function projectOf(team: Team, { agentId, projectId }: Member): Promise<Project> {
  const project = await team.look((db) => mustFindProject(db, projectId));
  if (await team.store.read((db) => isAssigned(db, projectId, agentId))) return project;
  throw fail('agent_not_assigned_to_project', { agent_id: agentId, project_id: projectId });
}

async function logout({ team, session, say }: SessionCall): Promise<Answer> {
  await team.change((tx, now) => endSession(tx, session.id, now, 'logout'));
  return { instruction: say('logged_out') };
}
