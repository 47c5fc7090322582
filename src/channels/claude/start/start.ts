/** What is decided before Claude Code starts: which arguments it gets, and the temporary settings behind them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartFacts } from '../../front-door.js';
import { configFolder } from '../claude-files.js';
import { hookCommands } from '../reports/hook-spool.js';
import { hasOption, optionValue, readCommand, without } from './command.js';
import { inboundOf, mayBypass, mergeSettings, readGiven, readOwn } from './settings.js';
import { hasHooks, hasInbox } from './versions.js';

/** Whether Claude Code runs with an inbox of ours: if it has one, and nobody has turned it off or taken it. */
export function takesInbox({ command, version, cwd, env }: StartFacts): boolean {
  const read = readCommand(command);
  if (!read || !hasInbox(version) || hasOption(read.args, INBOX)) return false;
  const settings = [...readOwn(configFolder(env), cwd), readGiven(read.args, cwd) ?? {}];
  return [null, 'accept'].includes(inboundOf(settings));
}

/**
 * Whether it runs with hooks alone, because it has not been given an inbox of ours. Settings that we cannot read cannot be
 * joined with hooks.
 */
export function takesHooksAlone(facts: StartFacts): boolean {
  const read = readCommand(facts.command);
  if (!read || !hasHooks(facts.version)) return false;
  const isOurs = optionValue(read.args, INBOX)?.startsWith(`${facts.dir}/`) ?? false;
  return !isOurs && readGiven(read.args, facts.cwd) !== null;
}

export interface Additions {
  readonly inbox?: string;
  readonly spool: string;
  /** See `hookCommands`. */
  readonly afterTool?: string;
}

const INBOX = '--messaging-socket-path';

/** The command with what we add to it. Writes the settings file; settings of the person that we cannot read stay alone. */
export function startWith({ command, cwd, env, dir }: StartFacts, { inbox, spool, afterTool }: Additions): string[] {
  const { head, args } = readCommand(command) ?? { head: command, args: [] };
  const opening = inbox === undefined ? [] : [INBOX, inbox];
  const given = readGiven(args, cwd);
  const all = [...readOwn(configFolder(env), cwd), given ?? {}];
  const extra = inbox !== undefined && mayBypass(args, all) ? { crossSessionInbound: 'accept' } : {};
  const settings = given && mergeSettings(given, hookCommands(spool, afterTool), extra);
  if (!settings) return [...head, ...opening, ...args];
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  const file = join(dir, 'claude-settings.json');
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
  return [...head, ...opening, '--settings', file, ...without(args, '--settings')];
}

export function removeAll(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
