/**
 * A team in the test's own process: a real store in a temporary folder, a clock that only the test moves, and the
 * routes of a person's daemon without the daemon. A tool is called through the same checks as over HTTP.
 */
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as plain } from 'vitest';
import { systemClock } from '../../../src/clock.js';
import type { Caller } from '../../../src/daemon/http/callers.js';
import { type Exchange, NOBODY } from '../../../src/daemon/http/exchange.js';
import { findRoute, type Route } from '../../../src/daemon/http/route.js';
import type { TeamAccess } from '../../../src/daemon/team/team-access.js';
import { teamRoutes } from '../../../src/daemon/team/team-routes.js';
import { asSynapseError, fail } from '../../../src/errors.js';
import { type Language, sayIn } from '../../../src/i18n.js';
import { Registry } from '../../../src/registry/registry.js';
import { ANYTHING } from '../../../src/team/change.js';
import { Refusals } from '../../../src/team/people/refusals.js';
import { enterProject } from '../../../src/team/sessions/enter-project.js';
import type { Purpose } from '../../../src/team/sessions/session.js';
import { Team } from '../../../src/team/team.js';
import { CHEAP_PASSKEYS } from '../../team/rig.js';
import type { Answer, CallOptions } from '../home/agent.js';
import { type Door, Member, TeamRig } from './members.js';
import { dropPlace, freshPlace } from './team-place.js';

export { Member } from './members.js';

const START_AT = 1_700_000_000_000;
const PERSON: Caller = { kind: 'self', id: 'tester' };

export interface ToolTeamOptions {
  /** What the daemon's environment would say, such as time-outs of conversations. */
  readonly env?: Readonly<Record<string, string>>;
  /** The language of the daemon. */
  readonly language?: Language;
}

export class ToolTeam extends TeamRig {
  readonly dir: string;
  readonly daemon: InProcessDoor;
  /** Holders of terminals' sessions that count as running. */
  readonly alive = new Set<string>();
  readonly #clock = { at: START_AT };
  #team: Team | null = null;
  readonly #others: Team[] = [];

  private constructor(
    readonly home: string,
    readonly env: Readonly<Record<string, string>>,
    readonly language: Language,
    /** The file of the store, or the address of its database. */
    readonly place: string,
  ) {
    super();
    this.dir = join(home, 'project');
    this.daemon = new InProcessDoor(teamRoutes(this.#access(() => this.team)));
  }

  static async create({ env = {}, language = 'en' }: ToolTeamOptions = {}): Promise<ToolTeam> {
    const home = mkdtempSync(join(tmpdir(), 'synapse-tools-'));
    const rig = new ToolTeam(home, env, language, await freshPlace(join(home, 'team.db')));
    mkdirSync(rig.dir);
    rig.#team = await rig.open();
    await rig.ask('/projects', { id: 'shop', dir: rig.dir });
    return rig;
  }

  /** The team behind the routes, to inspect its store and for what no route does. */
  get team(): Team {
    if (!this.#team) throw new Error('The team is closed.');
    return this.#team;
  }

  /** Opens the same store as another process would. The caller closes it. */
  open(): Promise<Team> {
    const clock = {
      now: () => this.#clock.at,
      monotonicMs: () => performance.now() + this.#clock.at - START_AT,
    };
    const isAlive = (holder: string) => this.alive.has(holder);
    return Team.open({ place: this.place, clock, isAlive, env: { ...CHEAP_PASSKEYS, ...this.env } });
  }

  /** The door of a second daemon: a connection of its own to the same store. */
  async another(): Promise<Door> {
    const team = await this.open();
    this.#others.push(team);
    return new InProcessDoor(teamRoutes(this.#access(() => team)));
  }

  /** Lets time pass: what is due happens, and waiting calls look again. */
  async pass(ms: number): Promise<void> {
    this.#clock.at += ms;
    await this.team.tidy();
    this.team.changes.wake(ANYTHING);
  }

  /** An agent with the session of a terminal, which lives until its holder is taken out of `alive`. */
  async terminal(agentId: string, purpose: Purpose = 'task'): Promise<Member & { readonly holder: string }> {
    const holder = `${agentId}/${purpose}`;
    this.alive.add(holder);
    const { token } = await enterProject(this.team, { agentId, projectId: 'shop', purpose, holder });
    return Object.assign(new Member(this, agentId, token), { holder });
  }

  /** As if the daemon had ended and started again. */
  async restart(): Promise<void> {
    await this.team.close();
    this.#team = await this.open();
  }

  async close(): Promise<void> {
    for (const other of this.#others) await other.close();
    await this.team.close();
    await dropPlace(this.place);
    rmSync(this.home, { recursive: true, force: true });
  }

  /** The parts of a daemon that the routes need. */
  #access(team: () => Team): TeamAccess {
    const context = {
      self: PERSON,
      project: null,
      home: this.home,
      env: {},
      language: this.language,
      registry: new Registry(this.home),
    };
    return {
      context,
      isPerson: true,
      starter: null,
      refusals: new Refusals(systemClock),
      say: sayIn(this.language, 'command'),
      open: async () => team(),
      ifThere: async () => team(),
      notice: async () => {},
    } as unknown as TeamAccess;
  }
}

/** Finds the route, identifies the caller by its key, and answers like the HTTP server of a daemon. */
class InProcessDoor implements Door {
  constructor(private readonly routes: readonly Route[]) {}

  async call(path: string, options: CallOptions & { readonly signal?: AbortSignal } = {}): Promise<Answer> {
    try {
      const body = await this.#handle(path, options);
      return { status: 200, headers: {}, body: JSON.parse(JSON.stringify(body)) };
    } catch (error) {
      const known = asSynapseError(error);
      if (known.code === 'internal_error') throw error;
      return { status: known.status, headers: {}, body: known.toBody() };
    }
  }

  async #handle(path: string, { method, body, key, headers = {}, signal }: CallOptions & { signal?: AbortSignal }) {
    const url = new URL(path, 'http://localhost');
    const { route, params } = findRoute(this.routes, method ?? (body === undefined ? 'GET' : 'POST'), url.pathname);
    const caller = key === undefined ? PERSON : NOBODY;
    if (caller === NOBODY && (route.access === 'self' || route.access === 'known'))
      throw fail('authentication_required');
    const response = Object.assign(new EventEmitter(), { writableFinished: false, closed: false });
    signal?.addEventListener('abort', () => response.emit('close'), { once: true });
    const authorization = typeof key === 'string' ? { authorization: `Bearer ${key}` } : {};
    const length = body === undefined ? {} : { 'content-length': '1' };
    const socket = { destroyed: true, errored: null };
    const request = { method, url: path, headers: { ...length, ...authorization, ...headers }, socket };
    const answer = await route.handle({
      request,
      response,
      caller: route.access === 'open' ? NOBODY : caller,
      trust: () => {},
      params,
      query: url.searchParams,
      body: async () => (typeof body === 'string' ? JSON.parse(body) : structuredClone(body)),
    } as unknown as Exchange);
    response.writableFinished = !signal?.aborted;
    response.emit('close');
    return answer;
  }
}

/** Tests of one file that share a team. */
export const testWithTools = (options: ToolTeamOptions = {}) =>
  plain.extend<{ team: ToolTeam }>({
    team: [
      // biome-ignore lint/correctness/noEmptyPattern: the test library reads what a fixture needs from this pattern.
      async ({}, use) => {
        const team = await ToolTeam.create(options);
        await use(team);
        await team.close();
      },
      { scope: 'file' },
    ],
  });
