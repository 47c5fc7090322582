/** The agents that `synapse init` can set up. */
import { claude } from './claude.js';
import { codex } from './codex.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import type { AgentSetup } from './setup.js';

export const AGENT_SETUPS: readonly AgentSetup[] = [claude, codex, gemini, opencode];
