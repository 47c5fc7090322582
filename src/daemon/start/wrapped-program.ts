/** The program of an agent: its environment, its terminal, and the watchdog that ends it if the daemon dies. */
import { join } from 'node:path';
import type { PreparedDoors } from '../../channels/prepare-doors.js';
import { fail } from '../../errors.js';
import type { DaemonSpec } from '../../launch/daemon-spec.js';
import type { LiveEntry } from '../../registry/entry.js';
import { startWatchdog, type Watchdog } from '../../terminal/program/watchdog.js';
import { TerminalSession } from '../../terminal/terminal-session.js';
import { PersonKeys } from '../../terminal/typing/person-keys.js';
import type { Arrival } from '../screen/viewer-arrival.js';
import { atMost } from './at-most.js';
import { programDoors } from './program-doors.js';

export interface RunningProgram {
  readonly terminal: TerminalSession;
  readonly watchdog: Watchdog;
  /** Every key that a person presses goes through this. */
  readonly keys: PersonKeys;
  readonly doors: PreparedDoors;
}

const FIRST_MOMENT_MS = 60;
const LONGEST_QUOTE = 500;

type Agent = Pick<LiveEntry, 'id' | 'type' | 'port' | 'instance' | 'project'> & { readonly spool: string | null };

export async function startProgram(
  spec: DaemonSpec,
  agent: Agent,
  person: Arrival | null = null,
  session: Readonly<Record<string, string>> = {},
): Promise<RunningProgram> {
  const env = { ...environmentOf(spec, agent), ...session };
  const doors = await programDoors(spec, agent, env);
  const [file = '', ...args] = doors.command;
  try {
    const terminal = await TerminalSession.start({
      ...{ file, args, env: doors.env },
      cwd: spec.cwd,
      ...(person?.size ?? spec.size),
      colors: person ? (person.colors ?? null) : undefined,
      cursor: person?.cursor,
      isShownThere: person !== null,
      instance: agent.instance,
    });
    const marks = { programPid: terminal.pid, programStartTime: terminal.startTime, instance: agent.instance };
    const keys = new PersonKeys((bytes) => terminal.write(bytes));
    return { terminal, watchdog: startWatchdog({ ...marks, spool: agent.spool }), keys, doors };
  } catch (error) {
    await doors.close();
    throw error;
  }
}

/** Fails the start, with the program's output, if the program exits immediately. */
export async function mustStay({ terminal }: RunningProgram, command: readonly string[]): Promise<void> {
  const exit = await atMost(FIRST_MOMENT_MS, terminal.exited);
  if (!exit) return;
  const printed = terminal.screenText().trim();
  throw fail('program_ended', {
    program: command[0],
    how: exit.signal ? `signal ${exit.signal}` : `exit code ${exit.exitCode}`,
    output: printed === '' ? '' : ` It printed: ${printed.slice(-LONGEST_QUOTE)}`,
  });
}

/** These variables describe the agent of the launching terminal, not this one. */
const OF_ANOTHER = ['SYNAPSE_SESSION_TOKEN', 'SYNAPSE_SESSION_PURPOSE', 'SYNAPSE_PROJECT', 'SYNAPSE_SPOOL'];

function environmentOf({ env, home, binDir }: DaemonSpec, agent: Agent): Record<string, string> {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !OF_ANOTHER.includes(name)));
  return {
    ...own,
    SYNAPSE_AGENT_ID: agent.id,
    // Random per run, to tell a live environment from one that a long-lived tmux server passed on.
    SYNAPSE_INSTANCE: agent.instance,
    SYNAPSE_AGENT_TYPE: agent.type,
    SYNAPSE_PORT: String(agent.port),
    SYNAPSE_HOME: home,
    ...(agent.spool === null ? {} : { SYNAPSE_SPOOL: agent.spool }),
    ...(agent.project === null ? {} : { SYNAPSE_PROJECT: agent.project }),
    PATH: own.PATH ? `${binDir}:${own.PATH}` : binDir,
    // A login shell resets the PATH; this restores the command.
    ...(own.BASH_ENV ? {} : { BASH_ENV: join(binDir, 'path.bash') }),
  };
}
