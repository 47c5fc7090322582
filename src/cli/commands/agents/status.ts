/** `synapse status`: everything about one agent. */
import { systemClock, toIso } from '../../../clock.js';
import { SynapseError } from '../../../errors.js';
import { isRunning, type KnownAgent } from '../../../registry/entry.js';
import { askDeclared, askWaiting, sentenceOf, type Waiting } from '../../client/ask-waiting.js';
import { ask, findAgent, here, type Place } from '../../client/find-agent.js';
import { agentJson } from '../../print/agent-json.js';
import { coloursFor } from '../../print/output.js';
import { NO_SESSIONS } from '../../print/session-words.js';
import { printJson, printLine, readable } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/options.js';

export async function runStatus(args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  const place = here();
  const facts = await find(place, args[0] ?? '');
  if (options.json) printJson(facts);
  else {
    const waiting = facts.waiting as readonly Waiting[] | undefined;
    const told = { ...facts, ...(waiting ? { waiting: waiting.map(sentenceOf).join('\n') } : {}) };
    printLine(lines(told, (await coloursFor(process.stdout)).dim));
  }
  return 0;
}

/** Who was declared and has never run is known to the team alone. */
async function find(place: Place, word: string): Promise<Record<string, unknown>> {
  try {
    const agent = findAgent(place, word);
    return { ...(await factsOf(place, agent)), ...(await workFor(place, agent)) };
  } catch (error) {
    const isUnknown = error instanceof SynapseError && error.code === 'agent_not_found';
    const declared = isUnknown ? await askDeclared(place, word) : null;
    if (!declared) throw error;
    const { id, kind, role, profile, command, projects, paused, waits } = declared;
    const waiting = (waits as readonly Waiting[]).length > 0 ? { waiting: waits } : {};
    return { id, kind, role, profile, command, status: 'stopped', project: projects, paused, ...waiting };
  }
}

/** The daemon knows best; of an agent without one, what is written down. */
function factsOf(place: Place, agent: KnownAgent): Promise<Record<string, unknown>> {
  if (isRunning(agent)) return ask(place, agent, { path: '/status' });
  return Promise.resolve(agentJson(agent, systemClock.now(), NO_SESSIONS));
}

/** What waits for a session of this agent; nothing where nothing does. */
async function workFor(place: Place, { id, member }: KnownAgent): Promise<Record<string, unknown>> {
  const waiting = (await askWaiting(place))?.filter(({ agent_id }) => agent_id === (member ?? id)) ?? [];
  return waiting.length === 0 ? {} : { waiting };
}

function lines(facts: Record<string, unknown>, dim: (text: string) => string): string {
  const rows = Object.entries(facts).flatMap(([key, value]) => (value === null ? [] : [[label(key), spell(value)]]));
  const width = Math.max(...rows.map(([key = '']) => key.length));
  return rows.map(([key = '', value]) => `${dim(key.padEnd(width))}  ${value}`).join('\n');
}

function isDialog(value: unknown): value is { readonly text: string } {
  return typeof value === 'object' && value !== null && 'choices' in value && 'text' in value;
}

function label(key: string): string {
  return key.replaceAll('_', ' ');
}

function spell(value: unknown): string {
  if (Array.isArray(value)) return value.map(spell).join(' ');
  if (isDialog(value)) return readable(value.text).split('\n').join('\n    ');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([key, item]) => `${spell(item)} ${label(key)}`)
      .join(', ');
  }
  if (typeof value === 'number' && value > 1e12) return toIso(value);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);
}
