/** `synapse status`: shows the details of one agent. */

import { hangingLines, withoutControls } from '../../../clean-text.js';
import { systemClock, toIso } from '../../../clock.js';
import { type ErrorCode, SynapseError } from '../../../errors.js';
import { LABELS } from '../../../i18n/said/labels.js';
import { FACTS, FOR_HOST, QUEUE } from '../../../i18n/said/status.js';
import { told } from '../../../i18n/told.js';
import { isRunning, type KnownAgent } from '../../../registry/entry.js';
import type { Registry } from '../../../registry/registry.js';
import { ask, findAgent, findReachable, registryHere } from '../../client/find-agent.js';
import { askWaitingWork, declaredAgent } from '../../client/team-view.js';
import { agentJson } from '../../print/agent-json.js';
import { shownTime } from '../../print/local-time.js';
import { colorsFor } from '../../print/output.js';
import { printJson, printLine, readable, said } from '../../print/stdio.js';
import { NO_SESSIONS } from '../../print/team-session.js';
import { isUntried, untriedNote } from '../../print/untried-note.js';
import { describeWaiting, type WaitingWork } from '../../print/waiting-work.js';
import { displayWidth } from '../../print/width.js';
import type { OptionValues } from '../../spec/option.js';
import type { jsonOptions } from '../../spec/shared-options.js';

const NOT_HERE: readonly ErrorCode[] = ['agent_not_found', 'agent_is_remote'];

export async function runStatus(args: readonly string[], options: OptionValues<typeof jsonOptions>): Promise<number> {
  const registry = await registryHere();
  const facts = await find(registry, args[0] ?? '');
  if (options.json) printJson(facts);
  else {
    const waiting = facts.waiting as readonly WaitingWork[] | undefined;
    // A count for measurements, which means nothing to a person.
    const { team_statements: _count, untried, ...rest } = facts;
    if (isUntried(untried)) printLine(said(untriedNote(untried)));
    const why = typeof rest.why === 'string' ? { why: said(rest.why) } : {};
    const shown = { ...rest, ...why, ...(waiting ? { waiting: waiting.map(describeWaiting).join('\n') } : {}) };
    printLine(lines(shown, (await colorsFor(process.stdout)).dim));
  }
  return 0;
}

/** An agent that was declared and has never run is known only to the team. */
async function find(registry: Registry, word: string): Promise<Record<string, unknown>> {
  try {
    const agent = findAgent(registry, word);
    return { ...(await factsOf(registry, agent)), ...(await workFor(registry, agent)) };
  } catch (error) {
    const isNotHere = error instanceof SynapseError && NOT_HERE.includes(error.code);
    const declared = isNotHere ? await declaredAgent(registry, word) : null;
    if (!declared) {
      if (isNotHere && error.code === 'agent_is_remote') return factsElsewhere(findReachable(registry, word));
      throw error;
    }
    const { id, kind, role, profile, command, projects, paused, waits } = declared;
    const waiting = (waits as readonly WaitingWork[]).length > 0 ? { waiting: waits } : {};
    return { id, kind, role, profile, command, status: 'stopped', project: projects, paused, ...waiting };
  }
}

/** What its host tells. */
function factsElsewhere(agent: KnownAgent): Record<string, unknown> {
  const { id, type, name, role, kind, status, lasting, remote } = agent;
  return { id, type, name, role, kind, status, status_reason: remote?.reason ?? null, host: remote?.host, lasting };
}

/** The daemon knows best; without one, the files say what is known. */
async function factsOf(registry: Registry, agent: KnownAgent): Promise<Record<string, unknown>> {
  if (!isRunning(agent)) return agentJson(agent, systemClock.now(), NO_SESSIONS);
  try {
    return await ask(registry, agent, { path: '/status' });
  } catch (error) {
    if (!(error instanceof SynapseError) || error.code !== 'sockets_forbidden') throw error;
    const { statusInSandbox } = await import('../../client/registry-in-sandbox.js');
    return statusInSandbox(registry, agent.id);
  }
}

/** The work that waits for a session of this agent, if there is any. */
async function workFor(registry: Registry, { id }: KnownAgent): Promise<Record<string, unknown>> {
  const waiting = (await askWaitingWork(registry))?.filter(({ agent_id }) => agent_id === id) ?? [];
  return waiting.length === 0 ? {} : { waiting };
}

function lines(facts: Record<string, unknown>, dim: (text: string) => string): string {
  const rows = Object.entries(facts).flatMap(([key, value]) =>
    isNothing(value) ? [] : [[label(key), spell(isInstant(key) ? shownTime(String(value)) : value)]],
  );
  const width = Math.max(...rows.map(([key = '']) => displayWidth(key)));
  return rows
    .map(([key = '', value]) => {
      const room = ' '.repeat(width - displayWidth(key));
      return `${dim(key)}${room}  ${hangingLines(withoutControls(value ?? ''))}`;
    })
    .join('\n');
}

function isInstant(key: string): boolean {
  return key.endsWith('_at');
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function isDialog(value: unknown): value is { readonly text: string } {
  return typeof value === 'object' && value !== null && 'choices' in value && 'text' in value;
}

type Session = Readonly<Record<'session' | 'status' | 'status_reason' | 'project' | 'why', string | null>>;

function isSession(value: unknown): value is Session {
  return typeof value === 'object' && value !== null && 'session' in value && 'status' in value;
}

/** Its name and status, and what it is for. */
function describeSession({ session, status, status_reason: reason, project, why }: Session): string {
  const about = [project, why === null ? null : said(why)].filter((word) => word !== null).join(', ');
  return `${session}: ${status}${reason === null ? '' : ` (${reason})`}${about === '' ? '' : `, ${about}`}`;
}

interface HeldMail {
  readonly count: number;
  readonly reason: string;
  readonly since: string;
  readonly screen: readonly string[];
}

function isHeldMail(value: unknown): value is HeldMail {
  return typeof value === 'object' && value !== null && 'since' in value && 'screen' in value;
}

function describeHeld({ count, reason, since, screen }: HeldMail): string {
  return [said(`${count} held: ${reason}`), shownTime(since), ...screen.map((line) => `  ${readable(line)}`)].join(
    '\n',
  );
}

function isDegraded(value: unknown): value is { readonly channel: string; readonly why: string } {
  return typeof value === 'object' && value !== null && 'channel' in value && 'why' in value && !('session' in value);
}

function label(key: string): string {
  return Object.hasOwn(FACTS, key) ? told(FACTS[key as keyof typeof FACTS]) : key.replaceAll('_', ' ');
}

function counted(key: string, value: unknown): string {
  return Object.hasOwn(QUEUE, key)
    ? told(QUEUE[key as keyof typeof QUEUE], { count: spell(value) })
    : `${spell(value)} ${label(key)}`;
}

function isCountPerHost(value: unknown): value is Readonly<Record<string, number>> {
  return typeof value === 'object' && value !== null;
}

function perHost(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).map(([host, count]) => told(FOR_HOST, { count: String(count), host }));
}

function spell(value: unknown): string {
  if (Array.isArray(value)) return value.map(spell).join(value.some(isSession) ? '\n' : ' ');
  if (isDialog(value)) return readable(value.text).split('\n').join('\n    ');
  if (isSession(value)) return describeSession(value);
  if (isHeldMail(value)) return describeHeld(value);
  if (isDegraded(value)) return `${value.channel} (${said(value.why)})`;
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .flatMap(([key, item]) => (isCountPerHost(item) ? perHost(item) : [counted(key, item)]))
      .join(', ');
  }
  if (typeof value === 'number' && value > 1e12) return toIso(value);
  return typeof value === 'boolean' ? told(value ? LABELS.yes : LABELS.no) : String(value);
}
