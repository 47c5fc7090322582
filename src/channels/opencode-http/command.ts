/** Which command lines of opencode have an HTTP server that can be asked for, and what asks for it. */
import { basename } from 'node:path';

/** The first version with all that the door relies on: a password, own ids of messages, and their order by time. */
const FIRST_VERSION = [1, 18] as const;

const RUNNERS: readonly string[] = ['node', 'bun', 'bunx', 'npx'];

/** Words that make another program of it, and options with which the person arranges the server themselves. */
const SUBCOMMANDS: readonly string[] =
  `acp agent attach auth completion console db debug export generate github import login logout mcp models plug plugin pr
  providers run serve session stats uninstall upgrade web`.split(/\s+/);
const OWN_WAYS = /^(?:--(?:port|hostname|mdns|mdns-domain|cors|mini|help|version)(?:=.*)?|-h|-v)$/;

/** Whether the program in this version, started like this, opens the server that we ask for. */
export function hasServer(command: readonly string[], version: string | null): boolean {
  const args = argumentsOf(command);
  if (!args || version === null || !isSince(version)) return false;
  return !args.some((word) => SUBCOMMANDS.includes(word) || OWN_WAYS.test(word));
}

/** The command with the server's address, before anything that opencode would not read as an option. */
export function withServer(command: readonly string[], port: number): readonly string[] {
  const end = command.indexOf('--');
  const at = end < 0 ? command.length : end;
  return [...command.slice(0, at), '--port', String(port), '--hostname', '127.0.0.1', ...command.slice(at)];
}

/** Whether it opens an earlier conversation by itself, and which one if the command names it. */
export function continuedBy(command: readonly string[]): { readonly session: string | null } | null {
  const args = argumentsOf(command) ?? [];
  const named = args.findIndex((word) => /^(?:-s|--session)(?:=|$)/.test(word));
  if (named >= 0) return { session: args[named]?.split('=')[1] ?? args[named + 1] ?? null };
  return args.includes('-c') || args.includes('--continue') ? { session: null } : null;
}

/**
 * What keeps a person's proxy out of the way. With a port, opencode's screen talks to its own server over the loopback
 * network, where it would use the proxy that is meant for the model.
 */
export function withoutProxy(env: Readonly<Record<string, string>>): Record<string, string> {
  if (!Object.keys(env).some((name) => /^(?:https?|all)_proxy$/i.test(name))) return {};
  const given = env.NO_PROXY ?? env.no_proxy ?? '';
  const list = [...given.split(',').filter(Boolean), '127.0.0.1'].join(',');
  return { NO_PROXY: list, no_proxy: list };
}

/** What follows the word `opencode`; null if the command starts something else, perhaps on another machine. */
function argumentsOf(command: readonly string[]): readonly string[] | null {
  const at = RUNNERS.includes(basename(command[0] ?? '')) ? 1 : 0;
  return /^opencode(?:-ai)?(?:\.\w+)?$/.test(basename(command[at] ?? '')) ? command.slice(at + 1) : null;
}

function isSince(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > FIRST_VERSION[0] || (major === FIRST_VERSION[0] && minor >= FIRST_VERSION[1]);
}
