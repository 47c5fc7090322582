/** The table of all tools. */

import { CHAT_TOOLS } from './chat/chat-tools.js';
import { CONVERSATION_TOOLS } from './chat/conversation-tools.js';
import { DELEGATION_TOOLS } from './sessions/delegation-tools.js';
import { NEXT_ACTION_TOOL } from './sessions/next-action-tool.js';
import { NOTIFICATION_TOOLS } from './sessions/notification-tools.js';
import { SESSION_TOOLS } from './sessions/session-tools.js';
import type { Tool } from './tool.js';
import { BATCH_TOOL } from './work/batch-tool.js';
import { CHAT_TASK_TOOLS } from './work/chat-task-tools.js';
import { EXECUTION_TOOLS } from './work/execution-tools.js';
import { TASK_REQUEST_TOOLS } from './work/task-request-tools.js';
import { WORK_CHANGE_TOOLS } from './work/work-change-tools.js';
import { WORK_TOOLS } from './work/work-tools.js';

export const TOOLS: readonly Tool[] = [
  ...SESSION_TOOLS,
  NEXT_ACTION_TOOL,
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
