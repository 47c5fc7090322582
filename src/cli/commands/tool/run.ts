/** `synapse tool`: calls a tool of the team with this session, or lists the tools. */
import { type Call, callDaemon } from '../../../a2a/local.js';
import { SynapseError } from '../../../errors.js';
import { languageOf } from '../../../i18n.js';
import { nearest } from '../../../nearest.js';
import type { ArgumentSchema } from '../../../tools/tool.js';
import { readMessage } from '../../client/message-text.js';
import { findSender } from '../../client/sender.js';
import { coloursFor, table } from '../../print/output.js';
import { printJson, printLine, say } from '../../print/stdio.js';

interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly permission: string;
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, ArgumentSchema>>;
    readonly required: readonly string[];
  };
}

interface Words {
  readonly values: Readonly<Record<string, unknown>>;
  readonly session: string | null;
  readonly wantsHelp: boolean;
}

/** A tool may wait for as long as it was asked to, at most a minute; its daemon is given some seconds more. */
const PATIENCE_MS = 15_000;
const LONGEST_WAIT_MS = 60_000;

export async function runTool(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  const { entry, home } = await findSender(undefined);
  const ask = (call: Call) => callDaemon(entry, home, call);
  const { tools } = (await ask({ path: '/tools' })) as { tools: ToolDescription[] };
  if (name === undefined || name === '--json') return list(tools, name === '--json');
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw unknownTool(name, tools);
  const { values, session, wantsHelp } = readWords(tool, rest);
  if (wantsHelp) {
    printLine(helpOf(tool));
    return 0;
  }
  const token = tool.permission === 'unauthenticated' ? null : (session ?? process.env.SYNAPSE_SESSION_TOKEN ?? null);
  try {
    const answer = await ask({
      path: `/tools/${name}`,
      body: { ...(token === null ? {} : { session_token: token }), ...values },
      timeoutMs: waitMs(values) + PATIENCE_MS,
      language: languageOf(process.env),
    });
    printJson(answer);
    return 0;
  } catch (error) {
    if (!(error instanceof SynapseError)) throw error;
    // Whoever calls tools reads JSON, also when it went wrong.
    printJson(error.toBody());
    say(`error: ${error.toText()}`);
    return error.exit;
  }
}

/** Whatever else was asked for is the tool's to refuse. */
function waitMs({ timeout_seconds: seconds }: Words['values']): number {
  return Number(seconds) > 0 ? Math.min(Number(seconds) * 1000, LONGEST_WAIT_MS) : 0;
}

async function list(tools: readonly ToolDescription[], json: boolean): Promise<number> {
  if (json) printJson({ tools });
  else {
    const rows = tools.map(({ name, permission, description }) =>
      [name, permission, description].map((text) => ({ text })),
    );
    printLine(table(['TOOL', 'NEEDS', 'WHAT IT DOES'], rows, await coloursFor(process.stdout)));
  }
  return 0;
}

/** `--target_agent_id worker-b`, `--target-agent-id=worker-b`; a text of `-` is read from stdin. */
function readWords({ name, inputSchema: { properties } }: ToolDescription, words: readonly string[]): Words {
  const values: Record<string, unknown> = {};
  let session: string | null = null;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    if (word === '--help' || word === '-h') return { values, session, wantsHelp: true };
    if (word === '--json' || word === '--no-color') continue;
    const match = /^--([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word);
    if (!match) throw wrongWord(name, `"${word}" is not an option; every argument is one: --key value.`);
    const key = (match[1] as string).replaceAll('-', '_');
    const schema = key === 'session' ? TEXT : properties[key];
    if (!schema) throw unknownKey(name, key, ['session', ...Object.keys(properties)]);
    const next = words[index + 1];
    const isBare = match[2] === undefined && schema.type === 'boolean' && next !== 'true' && next !== 'false';
    const text = isBare ? 'true' : (match[2] ?? words[++index]);
    if (text === undefined) throw wrongWord(name, `--${key} needs a value.`);
    if (key === 'session') session = text;
    else values[key] = readValue(schema, text);
  }
  return { values, session, wantsHelp: false };
}

const TEXT: ArgumentSchema = { type: 'string', description: '' };

/** What cannot be read stays a text, and the tool says what is wrong with it. */
function readValue({ type }: ArgumentSchema, text: string): unknown {
  if (type === 'string') return text === '-' ? readMessage('-') : text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function helpOf({ name, description, permission, inputSchema: { properties, required } }: ToolDescription): string {
  const rows = Object.entries(properties)
    .filter(([key]) => key !== 'session_token')
    .map(([key, schema]) => {
      const needed = required.includes(key) ? ' (required)' : '';
      const preset = schema.default === undefined ? '' : ` (default ${JSON.stringify(schema.default)})`;
      return `  --${key} <${schema.enum?.join('|') ?? schema.type}>  ${schema.description}${needed}${preset}`;
    });
  const lines = [`synapse tool ${name}`, '', description, `Needs: ${permission}.`, '', ...rows];
  if (permission !== 'unauthenticated') lines.push('  --session <token>  another session than that of this terminal');
  return lines.join('\n');
}

function unknownTool(name: string, tools: readonly ToolDescription[]): SynapseError {
  const near = nearest(
    name,
    tools.map((tool) => tool.name),
  );
  const hint = near ? `Did you mean: synapse tool ${near}` : '`synapse tool` lists them.';
  return new SynapseError('tool_not_registered', { tool: name }, { hint });
}

function unknownKey(name: string, key: string, keys: readonly string[]): SynapseError {
  const near = nearest(key, keys);
  const hint = near ? `Did you mean --${near}?` : `See \`synapse tool ${name} --help\`.`;
  return new SynapseError('invalid_request', { reason: `${name} knows no --${key}.` }, { hint });
}

function wrongWord(name: string, reason: string): SynapseError {
  return new SynapseError('invalid_request', { reason }, { hint: `See \`synapse tool ${name} --help\`.` });
}
