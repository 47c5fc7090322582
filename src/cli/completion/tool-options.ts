/** The arguments of a tool as options, for the completion. They come from a daemon that runs, as the tools do. */
import type { IdKind, OptionSpec } from '../spec/option.js';
import { answersTo } from './ask-ids.js';

interface ArgumentSchema {
  readonly type: string;
  readonly description?: string;
  readonly enum?: readonly string[];
}

interface Tool {
  readonly name: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, ArgumentSchema>> };
}

/** Anything else could act on the command line that it is put into. */
const SAFE_KEY = /^\w+$/;
const SESSION: OptionSpec = {
  flag: '--session <token>',
  key: 'session',
  type: 'string',
  description: 'Use another session',
};

export async function askToolOptions(tool: string): Promise<readonly OptionSpec[]> {
  try {
    const answers = (await answersTo({ path: '/tools' }, undefined)) as readonly { readonly tools: readonly Tool[] }[];
    const found = answers.flatMap(({ tools }) => tools).find(({ name }) => name === tool);
    return found ? toolOptions(found.inputSchema.properties) : [];
  } catch {
    return [];
  }
}

export function toolOptions(properties: Tool['inputSchema']['properties']): readonly OptionSpec[] {
  const own = Object.entries(properties).flatMap(([key, { description = '', enum: choices }]): OptionSpec[] => {
    if (!SAFE_KEY.test(key) || key === 'session_token') return [];
    const kind = ID_KINDS[key];
    const value = /(^|_)agent_id$|^assignee_id$/.test(key) ? 'agent_id' : 'value';
    const common = { flag: `--${key} <${value}>`, key, type: 'string', description } as const;
    return [{ ...common, ...(choices ? { choices } : {}), ...(kind ? { completes: kind } : {}) }];
  });
  return [...own, SESSION];
}

const ID_KINDS: Readonly<Record<string, IdKind>> = {
  task_id: 'work',
  parent_task_id: 'work',
  related_task_id: 'work',
  conversation_id: 'conversation',
  project_id: 'project',
};
