/** The prompts: how to answer messages. */
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import type { Say } from '../i18n.js';

const HOW_TO_ANSWER = 'how-to-answer';

export function listPrompts(say: Say): Prompt[] {
  const id = { name: 'id', description: say('mcp_prompt_argument'), required: false };
  return [{ name: HOW_TO_ANSWER, description: say('mcp_prompt'), arguments: [id] }];
}

/** Null if there is no such prompt. */
export function getPrompt(name: string, args: Readonly<Record<string, string>>, say: Say): GetPromptResult | null {
  if (name !== HOW_TO_ANSWER) return null;
  const request = args.id ? say('mcp_prompt_request', { id: args.id }) : '';
  const text = say('mcp_how_to_answer', { request }).trimEnd();
  return { description: say('mcp_prompt'), messages: [{ role: 'user', content: { type: 'text', text } }] };
}
