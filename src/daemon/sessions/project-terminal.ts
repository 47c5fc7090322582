/** The terminal of a project agent: declares the agent, opens its session, and cleans up when it ends. */
import { fail } from '../../errors.js';
import { isSessionAddress } from '../../ids.js';
import type { DaemonSpec } from '../../launch/daemon-spec.js';
import { environmentOf } from '../../launch/project-environment.js';
import type { LiveEntry } from '../../registry/entry.js';
import { sessionKind } from '../../taskstore/addressee.js';
import type { Message } from '../../taskstore/message.js';
import { logLimits } from '../../team/executions/log-limits.js';
import { bindAgent } from '../../team/hosts.js';
import type { Member } from '../../team/people/agents.js';
import { assign, findAgent, NEW_AGENT, putAgent } from '../../team/people/agents.js';
import { findProject, mustFindProject } from '../../team/people/projects.js';
import { enterProject } from '../../team/sessions/enter-project.js';
import { clearUp } from '../../team/sessions/left-behind.js';
import { endSessionOfHolder } from '../../team/sessions/session-ends.js';
import {
  type Ending,
  forgetFailures,
  hasPlace,
  noteEnd,
  noteRunning,
  noteStopped,
} from '../../team/sessions/session-starts.js';
import { startRules } from '../../team/sessions/start-rules.js';
import type { Starting, StartKey } from '../../team/sessions/start-state.js';
import { wantedByAgent } from '../../team/sessions/wanted-sessions.js';
import type { Db } from '../../team/store/schema.js';
import type { Team } from '../../team/team.js';
import { finishUnreported } from '../../team/work/delegation-ends.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import type { Inbox, TeamEnvelope } from '../mail/incoming/inbox.js';
import { holderOf, type TeamAccess } from '../team/team-access.js';
import type { Typist } from '../typing/typist.js';
import { ChatTerminal } from './chat-terminal.js';
import { ExecutionRecorder } from './execution-recorder.js';
import { ProgramSession } from './program-session.js';
import { SessionCloser } from './session-closer.js';
import { TaskTerminal } from './task-terminal.js';

interface Parts {
  /** What the session is called among those of its agent. */
  readonly name: string;
  readonly team: Team;
  readonly context: TeamAccess;
  readonly holder: string;
  readonly key: StartKey;
  readonly session: ProgramSession;
  readonly terminal: ChatTerminal | TaskTerminal;
  readonly recorder: ExecutionRecorder;
}

/** What a session started by a daemon needs to know about its program, and how to end it. */
export interface Closing {
  readonly isBusy: () => boolean;
  readonly isWatched: () => boolean;
  readonly hasMail: () => boolean;
  /** For a line-oriented program, output means that it is working, because its screen does not show it. */
  readonly isLine: boolean;
  /** Whether a message was sent from this session, or is for it. */
  readonly isMail: (message: Message) => boolean;
  readonly close: (reason: string) => void;
}

/** The terminal that the session is for. */
interface Terminal {
  readonly session: string;
  readonly spec: DaemonSpec;
  readonly typist: Typist;
}

export class ProjectTerminal {
  /** Variables for the program's environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly #parts: Parts;
  #closer: SessionCloser | null = null;
  #output: TerminalSession | null = null;
  #unsubscribe: () => void = () => {};

  private constructor(parts: Parts, env: Readonly<Record<string, string>>) {
    this.#parts = parts;
    this.env = env;
  }

  /** Null if no such project was created, so that its name is only a label. */
  static async enter(
    context: TeamAccess,
    { session: name, spec, typist }: Terminal,
    { entry, inbox: ofAgent }: { readonly entry: LiveEntry; readonly inbox: Inbox },
  ): Promise<ProjectTerminal | null> {
    const { project: projectId, purpose, why } = spec;
    const team = projectId === null ? null : await context.ifThere();
    if (!team || projectId === null) return null;
    if (!(await team.look((db) => findProject(db, projectId)))) return null;
    const member: Member = { projectId, agentId: entry.id };
    if (why === null) await declare(team, projectId, spec, entry);
    const key = { ...member, purpose };
    const holder = team.holderOf(holderOf(entry));
    const rules = startRules(environmentOf(context.context.home, projectId, context.context.env));
    const { isAlive } = team.rules.sessions;
    const { token } = await enterProject(team, {
      ...{ ...key, holder },
      also: (tx, now) =>
        // A person who starts it wants its work done, so earlier failures no longer count.
        why === null
          ? forgetFailures(tx, key.agentId)
          : beginOwn(tx, key, { holder, address: entry.id, starting: { now, rules, isAlive } }),
    });
    const env = {
      SYNAPSE_PROJECT: projectId,
      SYNAPSE_SESSION_TOKEN: token,
      SYNAPSE_SESSION_PURPOSE: purpose,
    };
    const session = new ProgramSession({ team, member, purpose, holder, token, isForOneWork: why !== null });
    const { log, home, events, env: settings } = context.context;
    const inbox = {
      receiveFromTeam: (envelope: TeamEnvelope) => ofAgent.receiveFromTeam(envelope, sessionKind(purpose, projectId)),
    };
    const shared = { team, member, inbox, log, session, say: context.say };
    const recorder = new ExecutionRecorder({ team, token, home, log, limits: logLimits(settings) });
    if (purpose === 'task') await recorder.look();
    const terminal =
      purpose === 'chat'
        ? new ChatTerminal({ ...shared, typist, events, why })
        : new TaskTerminal({ ...shared, recorder });
    return new ProjectTerminal({ name, team, context, holder, key, session, terminal, recorder }, env);
  }

  /** Begins with the program's first output. */
  record(terminal: TerminalSession): void {
    this.#parts.recorder.record(terminal);
    this.#output = terminal;
  }

  /** Called when the program runs; starts to type what waits for its session. */
  start({ isLine, isMail, ...program }: Closing): void {
    const { name, team, context, key, session, terminal } = this.#parts;
    void terminal.start();
    if (!session.isForOneWork) return;
    const { events, store } = context.context;
    const env = this.#environment;
    const closer = new SessionCloser({
      ...{ team, member: key, session, terminal, env, ...program },
      isNeeded: async () => (await context.starter?.isNeeded(key)) ?? false,
      giveWay: async () => (await context.starter?.giveWay(key)) ?? false,
      hasOpenRequest: () => store.openOutgoing().some(({ metadata }) => metadata._session === name),
    });
    this.#closer = closer;
    const subscriptions = [
      events.on('change', ({ message }) => {
        if (message && isMail(message)) closer.noteActivity();
      }),
      events.on('typistIdle', () => void closer.look()),
    ];
    this.#unsubscribe = () => {
      for (const unsubscribe of subscriptions) unsubscribe();
    };
    if (isLine) this.#output?.onOutput(() => closer.noteActivity());
    closer.start();
  }

  /** The limits are those of the project. */
  get #environment(): NodeJS.ProcessEnv {
    const { home, env } = this.#parts.context.context;
    return environmentOf(home, this.#parts.key.projectId, env);
  }

  /** The process takes a place of the project for as long as it is cleaning up. */
  async end(ending: Ending, isProcessEnding: boolean): Promise<void> {
    const { team, terminal, holder, key, session, recorder } = this.#parts;
    terminal.end();
    this.#closer?.end();
    this.#unsubscribe();
    await team.change(async (tx, now) => {
      await recorder.finish(tx, now, { isStopped: ending.cause !== 'ended' });
      const done = ending.cause === 'done' ? await session.currentIn(tx) : null;
      if (done) await finishUnreported(tx, done.id, now);
      await endSessionOfHolder(tx, { ...key, holder }, now);
      // Done here because this may be the last daemon of the team.
      await clearUp(tx, now);
      const isAlive = team.rules.sessions.isAlive;
      const starting = { now, rules: startRules(this.#environment), isAlive };
      const left = isProcessEnding ? { ...ending, holder } : ending;
      if (session.isForOneWork) await noteEnd(tx, key, left, starting);
      else if (ending.cause === 'stopped') await noteStopped(tx, key, now);
    });
    await team.tidy();
  }
}

/** Refuses if the work is gone by now or the project was paused meanwhile. */
async function beginOwn(
  tx: Db,
  key: StartKey,
  { holder, address, starting }: { readonly holder: string; readonly address: string; readonly starting: Starting },
): Promise<void> {
  const { status } = await mustFindProject(tx, key.projectId);
  if (status !== 'active') throw fail('project_paused', { project_id: key.projectId });
  const wanted = (await wantedByAgent(tx, key)).find(({ purpose }) => purpose === key.purpose);
  if (!wanted || !(await hasPlace(tx, wanted, starting)))
    throw fail('no_valid_purpose', { agent_id: key.agentId, project_id: key.projectId });
  await noteRunning(tx, key, { holder, address, now: starting.now, why: wanted.why, taskId: wanted.taskId });
}

/** Declares an unknown agent as an AI worker. */
async function declare(team: Team, projectId: string, spec: DaemonSpec, entry: LiveEntry): Promise<void> {
  if (isSessionAddress(entry.id)) throw fail('agent_id_reserved', { agent_id: entry.id });
  await team.change(async (tx, now) => {
    if (await findAgent(tx, entry.id)) return assign(tx, projectId, entry.id, now);
    await putAgent(tx, projectId, {
      ...NEW_AGENT,
      id: entry.id,
      name: entry.name ?? entry.id,
      parentId: spec.parent,
      profile: spec.profile?.name ?? null,
      auto: [],
      role: spec.role,
      createdAt: now,
    });
    await bindAgent(tx, entry.id, team.hostId);
  });
}
