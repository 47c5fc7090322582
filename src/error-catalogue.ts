/** The catalogue of everything that can go wrong: code, HTTP status, exit code, message and hint, by subject. */
import { AGENT_ERRORS } from './errors/agents.js';
import { CHAT_ERRORS } from './errors/chat.js';
import type { CatalogueEntry } from './errors/entry.js';
import { EXTERNAL_ERRORS } from './errors/external.js';
import { HOST_ERRORS } from './errors/hosts.js';
import { MESSAGE_ERRORS } from './errors/messages.js';
import { REQUEST_ERRORS } from './errors/requests.js';
import { SERVE_ERRORS } from './errors/serve.js';
import { STORAGE_ERRORS } from './errors/storage.js';
import { TEAM_ERRORS } from './errors/team.js';
import { TOOL_ERRORS } from './errors/tools.js';
import { WORK_ERRORS } from './errors/work.js';

export type { CatalogueEntry, ErrorDetails } from './errors/entry.js';

export const ERROR_CATALOGUE = {
  ...REQUEST_ERRORS,
  ...MESSAGE_ERRORS,
  ...AGENT_ERRORS,
  ...EXTERNAL_ERRORS,
  ...HOST_ERRORS,
  ...SERVE_ERRORS,
  ...STORAGE_ERRORS,
  ...TEAM_ERRORS,
  ...TOOL_ERRORS,
  ...CHAT_ERRORS,
  ...WORK_ERRORS,
} satisfies Record<string, CatalogueEntry>;
