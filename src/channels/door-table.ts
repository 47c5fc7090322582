/** The front doors that exist, each loaded when a program needs it. */
import type { DoorTable } from './prepare-doors.js';

export const DOORS: DoorTable = {
  'opencode-http': async () => (await import('./opencode-http/opencode-http.js')).opencodeHttp,
};
