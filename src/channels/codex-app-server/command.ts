/** Reads a command line of Codex: where its own arguments begin, and whether its TUI can join an app server. */
import { basename } from 'node:path';

export interface CodexCommand {
  /** What runs Codex, such as `codex`, or `node …/codex.js`. */
  readonly program: readonly string[];
  readonly args: readonly string[];
}

/** Null if the command does not run Codex itself. */
export function codexCommand(command: readonly string[]): CodexCommand | null {
  const script = isNode(command[0]) ? command.findIndex((word, index) => index > 0 && !word.startsWith('-')) : 0;
  const name = command[script];
  if (name === undefined || !/^codex(\.js)?$/.test(basename(name))) return null;
  return { program: command.slice(0, script + 1), args: command.slice(script + 1) };
}

function isNode(word: string | undefined): boolean {
  return word !== undefined && /^(node|nodejs|bun)$/.test(basename(word));
}

type Kind =
  /** The TUI hands it to the server with every thread. */
  | 'tui'
  /** Also an option of the server. */
  | 'both'
  /** Contradicts `--remote`, and means nothing with a server of our own. */
  | 'drop';

/**
 * The options with which a joined TUI was seen to work as a plain one does. With others it ends (`--add-dir`), or it is
 * not known what the server makes of them.
 */
const OPTIONS: Readonly<Record<string, { readonly takesValue: boolean; readonly kind: Kind }>> = {
  '-c': { takesValue: true, kind: 'both' },
  '--config': { takesValue: true, kind: 'both' },
  '--enable': { takesValue: true, kind: 'both' },
  '--disable': { takesValue: true, kind: 'both' },
  '-m': { takesValue: true, kind: 'tui' },
  '--model': { takesValue: true, kind: 'tui' },
  '-s': { takesValue: true, kind: 'tui' },
  '--sandbox': { takesValue: true, kind: 'tui' },
  '-a': { takesValue: true, kind: 'tui' },
  '--ask-for-approval': { takesValue: true, kind: 'tui' },
  '--dangerously-bypass-approvals-and-sandbox': { takesValue: false, kind: 'tui' },
  '--search': { takesValue: false, kind: 'tui' },
  '--no-alt-screen': { takesValue: false, kind: 'tui' },
  '--no-daemon': { takesValue: false, kind: 'drop' },
  /** Of `resume`. */
  '--last': { takesValue: false, kind: 'tui' },
};

const SUBCOMMANDS =
  'agents exec e review login logout mcp plugin app-server remote-control completion update doctor sandbox debug apply a ' +
  'resume queue archive delete migrate-rollouts migrate-nfs-db unarchive fork cloud exec-server features help';

export interface JoinedCommand {
  readonly tui: readonly string[];
  /** Arguments of the server that mean the same there. */
  readonly serverArgs: readonly string[];
}

/** The command whose TUI joins the server at this address; null if these arguments do not allow it. */
export function joinedCommand({ program, args }: CodexCommand, address: string): JoinedCommand | null {
  const tui: string[] = [];
  const serverArgs: string[] = [];
  let words = 0;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] as string;
    if (arg === '--') {
      tui.push(...args.slice(index));
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      if (words === 0 && arg !== 'resume' && SUBCOMMANDS.split(' ').includes(arg)) return null;
      words += 1;
      tui.push(arg);
      continue;
    }
    const [name = '', ...rest] = arg.split('=');
    const option = OPTIONS[name];
    if (!option) return null;
    const isJoined = rest.length > 0;
    const size = option.takesValue && !isJoined ? 2 : 1;
    if ((isJoined && !option.takesValue) || index + size > args.length) return null;
    const taken = args.slice(index, index + size);
    if (option.kind !== 'drop') tui.push(...taken);
    if (option.kind === 'both') serverArgs.push(...taken);
    index += size - 1;
  }
  return { tui: [...program, '--remote', address, ...tui], serverArgs };
}

/**
 * The shared daemon gives the tool shells of all agents the environment, and so the identity, of the first. A command
 * that joins a server of its own is left as it is.
 */
export function withoutSharedDaemon(command: readonly string[], version: string | null): readonly string[] {
  const codex = codexCommand(command);
  const isTui = codex !== null && joinedCommand(codex, '') !== null;
  if (!isTui || !isTried(version) || codex.args.includes(NO_DAEMON)) return command;
  return [...codex.program, NO_DAEMON, ...codex.args];
}

export const NO_DAEMON = '--no-daemon';

/** Older versions were not tried: their TUI may end at an argument that it does not know. */
const LEAST_VERSION = [0, 166, 0] as const;

export function isTried(version: string | null): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)/
    .exec(version ?? '')
    ?.slice(1)
    .map(Number);
  if (!parts) return false;
  const differs = parts.findIndex((part, index) => part !== LEAST_VERSION[index]);
  return differs < 0 || (parts[differs] as number) > (LEAST_VERSION[differs] as number);
}
