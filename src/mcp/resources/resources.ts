/** The resources of a caller: its inbox, the agents, and each task and conversation by its id. */
import type { Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { callDaemon } from '../../a2a/local.js';
import { fail, SynapseError } from '../../errors.js';
import type { Say } from '../../i18n.js';
import type { McpCaller } from '../caller.js';
import type { Json } from '../mail/mail.js';
import { mailOf } from '../mail/mail-of.js';

const JSON_TYPE = 'application/json';
const MOST_MESSAGES = 200;

export function listResources(say: Say): Resource[] {
  return [
    { uri: 'synapse://inbox', name: 'inbox', description: say('mcp_resource_inbox'), mimeType: JSON_TYPE },
    { uri: 'synapse://agents', name: 'agents', description: say('mcp_resource_agents'), mimeType: JSON_TYPE },
  ];
}

export function listTemplates(say: Say): ResourceTemplateType[] {
  const task = { uriTemplate: 'synapse://tasks/{id}', name: 'task', description: say('mcp_resource_task') };
  const conversation = {
    uriTemplate: 'synapse://conversations/{id}',
    name: 'conversation',
    description: say('mcp_resource_conversation'),
  };
  return [task, conversation].map((template) => ({ ...template, mimeType: JSON_TYPE }));
}

/** The codes of a resource that is not there for this caller. */
const ABSENT = new Set(['task_not_found', 'conversation_not_found', 'project_not_found', 'not_found']);

/** Null if there is no such resource, or if it is not for this caller. Reading changes nothing. */
export async function readResource(caller: McpCaller, uri: string): Promise<Json | null> {
  const [, kind = '', id] = /^synapse:\/\/([a-z]+)(?:\/([^/?#]+))?$/.exec(uri) ?? [];
  try {
    if (id === undefined) {
      if (kind === 'inbox') return await mailOf(caller).peek(MOST_MESSAGES);
      return kind === 'agents' ? await mailOf(caller).agents() : null;
    }
    if (kind === 'tasks') return await mailOf(caller).show(decode(id));
    return kind === 'conversations' ? await readConversation(caller, decode(id)) : null;
  } catch (error) {
    if (error instanceof SynapseError && (ABSENT.has(error.code) || error.status === 403)) return null;
    throw error;
  }
}

async function readConversation(caller: McpCaller, id: string): Promise<Json> {
  if (caller.kind === 'outside') throw fail('conversation_not_found', { conversation_id: id });
  const { daemon, home, language } = caller;
  if (caller.kind === 'agent')
    return callDaemon(daemon, home, { path: `/conversations/${encodeURIComponent(id)}`, language });
  const ask = (tool: string) =>
    callDaemon(daemon, home, {
      path: `/tools/${tool}`,
      body: { conversation_id: id },
      language,
      bearer: caller.sessionToken,
    });
  try {
    return await ask('get_conversation_messages');
  } catch (error) {
    // The same for chat sessions.
    if (error instanceof SynapseError && error.code === 'task_session_required') return ask('get_conversation_history');
    throw error;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
