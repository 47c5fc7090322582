/** Answers tool calls while this home has no team, as a team that does not know the caller would. */
import { fail } from '../../errors.js';
import { sayIn } from '../../i18n.js';
import type { Refusals } from '../../team/people/refusals.js';
import { TOOLS } from '../table.js';
import { readArguments } from './arguments.js';
import { type CallRequest, tokenOf } from './call.js';
import { toldTo } from './told-error.js';

export async function refuseWithoutTeam(request: CallRequest, refusals: Refusals): Promise<never> {
  const { name, language, form = 'call' } = request;
  try {
    return await refuse(request, refusals);
  } catch (error) {
    throw toldTo({ language, form, purpose: null, tool: name }, error);
  }
}

async function refuse(request: CallRequest, refusals: Refusals): Promise<never> {
  const { name, language, form = 'call', isOwner, signal } = request;
  const tool = TOOLS.find((each) => each.name === name);
  if (tool?.permission !== 'unauthenticated') {
    throw fail(tokenOf(request) ? 'session_token_invalid' : 'session_token_required');
  }
  const args = readArguments(tool, request.body ?? {}, sayIn(language, form));
  if (isOwner) throw fail('project_not_found', { project_id: args.project_id });
  await refusals.pause(args.agent_id, signal);
  throw fail('invalid_credentials');
}
