/** The built-in profiles, and the names that no profile can have. */
import { claude } from './claude.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import type { Profile } from './profile.js';
import { shell } from './shell.js';

export const BUILTIN_PROFILES: readonly Profile[] = [claude, codex, gemini, opencode, copilot, shell];

/** `synapse <profile>` and `synapse <command>` share one namespace, so command names are reserved. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(
  `agent answer attach broadcast completion conversation delegation demo doctor down execution help history human inbox init
   interrupt keys list logs mcp pause profiles project prune rename reply resume screen send show start status stop
   tasks token tool up work`.split(/\s+/),
);
