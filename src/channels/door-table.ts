/** The front doors that exist, each loaded when a program needs it. */
import type { DoorTable } from './prepare-doors.js';

export const DOORS: DoorTable = {
  'claude-socket': async () => (await import('./claude-socket/claude-socket.js')).claudeSocket,
  'claude-hook': async () => (await import('./claude-hook/claude-hook.js')).claudeHook,
  'codex-app-server': async () => (await import('./codex-app-server/door.js')).codexAppServer,
  'opencode-http': async () => (await import('./opencode-http/opencode-http.js')).opencodeHttp,
};
