/** The terminal of a project agent: its place in the team, the session its program calls tools with, and its end. */
import type { LiveEntry } from '../registry/entry.js';
import { assign, findAgent, NEW_AGENT, putAgent } from '../team/agent.js';
import { findProject } from '../team/project.js';
import { endHeldSessions } from '../team/session.js';
import type { Team } from '../team/team.js';
import type { TerminalSession } from '../terminal/session.js';
import { enterProject } from '../tools/session-tools.js';
import { ChatTerminal } from './chat-terminal.js';
import { ExecutionRecorder } from './execution-recorder.js';
import type { Inbox } from './inbox.js';
import type { DaemonSpec } from './spec.js';
import { TaskTerminal } from './task-terminal.js';
import { holderOf, type TeamOffice } from './team-office.js';

export class ProjectTerminal {
  /** What the program's environment gets. */
  readonly env: Readonly<Record<string, string>>;
  readonly #team: Team;
  readonly #holder: string;
  readonly #terminal: ChatTerminal | TaskTerminal;
  readonly #recorder: ExecutionRecorder;

  private constructor(
    team: Team,
    holder: string,
    env: Readonly<Record<string, string>>,
    parts: { readonly terminal: ChatTerminal | TaskTerminal; readonly recorder: ExecutionRecorder },
  ) {
    this.#team = team;
    this.#holder = holder;
    this.env = env;
    this.#terminal = parts.terminal;
    this.#recorder = parts.recorder;
  }

  /** Null where the project is only a label: nobody has made it. */
  static async enter(
    office: TeamOffice,
    { spec, entry }: { readonly spec: DaemonSpec; readonly entry: LiveEntry },
    inbox: Inbox,
  ): Promise<ProjectTerminal | null> {
    const { project: projectId, purpose } = spec;
    const team = projectId === null ? null : await office.ifThere();
    if (!team || projectId === null) return null;
    if (!(await team.look((db) => findProject(db, projectId)))) return null;
    await declare(team, projectId, spec, entry);
    const holder = holderOf(entry);
    const { token } = await enterProject(team, { agentId: entry.id, projectId, purpose, holder });
    const env = {
      SYNAPSE_PROJECT: projectId,
      SYNAPSE_SESSION_TOKEN: token,
      SYNAPSE_SESSION_PURPOSE: purpose,
    };
    office.isChatTerminal = purpose === 'chat';
    const member = { projectId, agentId: entry.id };
    const parts = { team, member, inbox, log: office.office.log };
    const recorder = new ExecutionRecorder({ team, token, home: office.office.home, log: office.office.log });
    if (purpose === 'task') await recorder.look();
    const terminal =
      purpose === 'chat' ? new ChatTerminal({ ...parts, token }) : new TaskTerminal({ ...parts, recorder });
    return new ProjectTerminal(team, holder, env, { terminal, recorder });
  }

  /** From the program's first words on. */
  record(terminal: TerminalSession): void {
    this.#recorder.record(terminal);
  }

  /** The program runs: what waits for its session is typed from now on. */
  start(): void {
    void this.#terminal.start();
  }

  async end(): Promise<void> {
    this.#terminal.end();
    await this.#team.change(async (tx, now) => {
      await this.#recorder.finish(tx, now);
      await endHeldSessions(tx, this.#holder, now);
    });
    // What the session leaves behind is put right at once, also if this is the last daemon of the team.
    await this.#team.tidy();
  }
}

/** Who was not declared before is an AI worker from now on. */
async function declare(team: Team, projectId: string, spec: DaemonSpec, entry: LiveEntry): Promise<void> {
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
  });
}
