/** The mail of a caller, by what its credential allows. */
import { fail } from '../../errors.js';
import type { McpCaller } from '../caller.js';
import { AgentMail } from './agent-mail.js';
import type { Mail } from './mail.js';
import { OutsideMail } from './outside-mail.js';

/** The mail of an agent is in its own daemon, so without that there is none. */
export function mailOf(caller: McpCaller): Mail {
  if (caller.kind === 'agent') return new AgentMail(caller);
  if (caller.kind === 'outside') return new OutsideMail(caller);
  throw fail('agent_not_running', { agent: caller.agentId });
}
