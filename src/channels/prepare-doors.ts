/** Prepares the front doors of a program before it starts, and opens them once it runs. */
import { mkdirSync, rmSync } from 'node:fs';
import type { ChannelName } from '../profiles/profile.js';
import type { TerminalSession } from '../terminal/terminal-session.js';
import { codexCommand, NO_DAEMON, withoutSharedDaemon } from './codex-app-server/command.js';
import { complaintAbout } from './codex-app-server/complaint.js';
import type { FrontDoor, OpenDoor, Prepared, StartFacts } from './front-door.js';

export interface PreparedDoors {
  /** The command of the program, with the arguments of all its doors. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The channels that could not be prepared, and why. One that this version does not offer is not among them. */
  readonly missing: readonly { readonly channel: ChannelName; readonly why: string }[];
  open(terminal: TerminalSession): readonly OpenDoor[];
  close(): Promise<void>;
}

/** How each front door is loaded: only by the daemon of a program that has one. */
export type DoorTable = Readonly<Partial<Record<ChannelName, () => Promise<FrontDoor>>>>;

export async function prepareDoors(
  table: DoorTable,
  channels: readonly ChannelName[],
  facts: Omit<StartFacts, 'version'> & { readonly version: () => Promise<string | null> },
): Promise<PreparedDoors> {
  const doors: Prepared[] = [];
  const missing: { channel: ChannelName; why: string }[] = [];
  const named = channels.filter((channel) => table[channel] !== undefined);
  if (named.length > 0) mkdirSync(facts.dir, { recursive: true, mode: 0o700 });
  let { command, env } = facts;
  let version: string | null = null;
  let unasked: Error | null = null;
  try {
    if (named.length > 0 || codexCommand(command)) version = await facts.version();
  } catch (error) {
    unasked = error as Error;
  }
  for (const channel of named) {
    try {
      if (unasked) throw unasked;
      const door = await (table[channel] as () => Promise<FrontDoor>)();
      const known = { ...facts, version, command, env };
      const prepared = await door.prepare(known);
      if (prepared === null) continue;
      doors.push(prepared);
      command = prepared.command;
      env = { ...env, ...prepared.env };
    } catch (error) {
      missing.push({ channel, why: (error as Error).message });
    }
  }
  return {
    ...{ env, missing },
    command: await alone({ ...facts, version, command, env }),
    open: (terminal) => doors.map((door) => door.open(terminal)),
    close: async () => {
      await Promise.allSettled(doors.map((door) => door.close()));
      rmSync(facts.dir, { recursive: true, force: true });
    },
  };
}

/** A Codex without its shared daemon. A script may have said so already, and Codex refuses to be told twice. */
async function alone(facts: StartFacts): Promise<readonly string[]> {
  const command = withoutSharedDaemon(facts.command, facts.version);
  const codex = command === facts.command ? null : codexCommand(command);
  const isTold = codex !== null && (await complaintAbout(command, { ...facts, ...codex, option: NO_DAEMON })) !== null;
  return isTold ? facts.command : command;
}
