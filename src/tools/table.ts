/** Every tool there is. */
import { ACTION_TOOLS } from './action-tools.js';
import { CHAT_TOOLS } from './chat-tools.js';
import { CONVERSATION_TOOLS } from './conversation-tools.js';
import { SESSION_TOOLS } from './session-tools.js';
import type { Tool } from './tool.js';

export const TOOLS: readonly Tool[] = [...SESSION_TOOLS, ...ACTION_TOOLS, ...CHAT_TOOLS, ...CONVERSATION_TOOLS];
