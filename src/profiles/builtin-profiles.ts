/** The profiles that come with Synapse. */
import { claude } from './builtin/claude.js';
import { codex } from './builtin/codex.js';
import { copilot } from './builtin/copilot.js';
import { gemini } from './builtin/gemini.js';
import { opencode } from './builtin/opencode.js';
import { shell } from './builtin/shell.js';
import type { Profile } from './profile.js';

export const BUILTIN_PROFILES: readonly Profile[] = [claude, codex, gemini, opencode, copilot, shell];
