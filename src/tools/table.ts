/** Every tool there is. */
import { ACTION_TOOLS } from './action-tools.js';
import { CHAT_TASK_TOOLS } from './chat-task-tools.js';
import { CHAT_TOOLS } from './chat-tools.js';
import { CONVERSATION_TOOLS } from './conversation-tools.js';
import { DELEGATION_TOOLS } from './delegation-tools.js';
import { EXECUTION_TOOLS } from './execution-tools.js';
import { NOTIFICATION_TOOLS } from './notification-tools.js';
import { SESSION_TOOLS } from './session-tools.js';
import { BATCH_TOOL } from './task-batch.js';
import { TASK_REQUEST_TOOLS } from './task-request-tools.js';
import type { Tool } from './tool.js';
import { WORK_CHANGE_TOOLS } from './work-change-tools.js';
import { WORK_TOOLS } from './work-tools.js';

export const TOOLS: readonly Tool[] = [
  ...SESSION_TOOLS,
  ...ACTION_TOOLS,
  ...CHAT_TOOLS,
  ...CONVERSATION_TOOLS,
  ...DELEGATION_TOOLS,
  ...NOTIFICATION_TOOLS,
  ...WORK_TOOLS,
  BATCH_TOOL,
  ...WORK_CHANGE_TOOLS,
  ...TASK_REQUEST_TOOLS,
  ...CHAT_TASK_TOOLS,
  ...EXECUTION_TOOLS,
];
