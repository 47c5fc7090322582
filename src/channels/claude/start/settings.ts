/** The temporary settings of one run of Claude Code: what a person gave with `--settings`, and our hooks. */
import { join, resolve } from 'node:path';
import { readRegularFile } from '../../../files/regular-file.js';
import { hasOption, optionValue } from './command.js';

type Settings = Readonly<Record<string, unknown>>;

/** The shell command of each hook, by the name of its event. */
export type HookCommands = Readonly<Record<string, string>>;

const HOOK_LIMIT_SECONDS = 5;

/** Null if the person's own settings have a form that we do not know. */
export function mergeSettings(theirs: Settings, commands: HookCommands, extra: Settings): Settings | null {
  const hooks = theirs.hooks ?? {};
  if (!isRecord(hooks)) return null;
  const merged: Record<string, unknown> = { ...hooks };
  for (const [event, command] of Object.entries(commands)) {
    const before = hooks[event] ?? [];
    if (!Array.isArray(before)) return null;
    merged[event] = [...before, { hooks: [{ type: 'command', command, timeout: HOOK_LIMIT_SECONDS }] }];
  }
  return { ...extra, ...theirs, hooks: merged };
}

/** What `--settings` names: a file, or JSON. Null if it cannot be read. */
export function readGiven(args: readonly string[], cwd: string): Settings | null {
  const given = optionValue(args, '--settings');
  if (given === null) return {};
  return given.trim().startsWith('{') ? parse(given) : readSettings(resolve(cwd, given));
}

/** The settings that Claude Code reads by itself, the person's and the project's. */
export function readOwn(configDir: string, cwd: string): readonly Settings[] {
  const files = [join(configDir, 'settings.json'), join(cwd, '.claude/settings.json')];
  return [...files, join(cwd, '.claude/settings.local.json')].map((file) => readSettings(file) ?? {});
}

/** What these settings say about messages from outside: `accept`, `hold`, `refuse`, or null for nothing. */
export function inboundOf(settings: readonly Settings[]): string | null {
  const said = settings.map(({ crossSessionInbound }) => crossSessionInbound);
  return said.filter((value) => typeof value === 'string').at(-1) ?? null;
}

/** Whether the session can run tools without asking. It then holds every message behind a dialog, unless told otherwise. */
export function mayBypass(args: readonly string[], settings: readonly Settings[]): boolean {
  return (
    hasOption(args, '--dangerously-skip-permissions') ||
    hasOption(args, '--allow-dangerously-skip-permissions') ||
    optionValue(args, '--permission-mode') === BYPASS ||
    settings.some(({ permissions }) => isRecord(permissions) && permissions.defaultMode === BYPASS)
  );
}

const BYPASS = 'bypassPermissions';

function readSettings(file: string): Settings | null {
  try {
    return parse(readRegularFile(file));
  } catch {
    return null;
  }
}

function parse(text: string): Settings | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
