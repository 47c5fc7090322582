/** Reads the words after `synapse tool <name>`: each option is an argument of the tool, typed by its schema. */
import { SynapseError } from '../../../errors.js';
import { nearest } from '../../../nearest.js';
import type { ArgumentSchema } from '../../../tools/tool.js';

/** A tool as a daemon describes it. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly permission: string;
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, ArgumentSchema>>;
    readonly required: readonly string[];
  };
}

export interface ToolWords {
  readonly values: Readonly<Record<string, unknown>>;
  readonly session: string | null;
  readonly wantsHelp: boolean;
}

/** `--target_agent_id worker-b`, `--target-agent-id=worker-b`; a value of `-` stands for `readText()`. */
export function readToolWords(
  { name, inputSchema: { properties } }: ToolDescription,
  words: readonly string[],
  readText: () => unknown,
): ToolWords {
  const values: Record<string, unknown> = {};
  let session: string | null = null;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    if (word === '--help' || word === '-h') return { values, session, wantsHelp: true };
    if (word === '--json' || word === '--no-color') continue;
    const match = /^--([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word);
    if (!match) throw wrongWord(name, `"${word}" is not an option. Give each argument as --key value.`);
    const key = (match[1] as string).replaceAll('-', '_');
    const schema = key === 'session' ? TEXT : properties[key];
    if (!schema) throw unknownKey(name, key, ['session', ...Object.keys(properties)]);
    const next = words[index + 1];
    const isBare = match[2] === undefined && schema.type === 'boolean' && next !== 'true' && next !== 'false';
    const text = isBare ? 'true' : (match[2] ?? words[++index]);
    if (text === undefined) throw wrongWord(name, `--${key} needs a value.`);
    if (key === 'session') session = text;
    else values[key] = readValue(schema, text, readText);
  }
  return { values, session, wantsHelp: false };
}

const TEXT: ArgumentSchema = { type: 'string', description: '' };

/** A value that cannot be read stays a string, and the tool says what is wrong with it. */
function readValue({ type }: ArgumentSchema, text: string, readText: () => unknown): unknown {
  if (type === 'string') return text === '-' ? readText() : text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function unknownKey(name: string, key: string, keys: readonly string[]): SynapseError {
  const near = nearest(key, keys);
  const hint = near ? `Did you mean --${near}?` : `synapse tool ${name} --help`;
  const details = { tool: name, unknown: [key], ...(near ? { nearest: { [key]: near } } : {}) };
  return new SynapseError('invalid_argument', details, { message: `The tool ${name} has no argument "${key}".`, hint });
}

function wrongWord(name: string, reason: string): SynapseError {
  return new SynapseError('invalid_request', { reason }, { hint: `synapse tool ${name} --help` });
}
