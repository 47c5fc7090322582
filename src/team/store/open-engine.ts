/** Decides which database engine a team store has. Nothing else does. */
import type { Engine } from './engine.js';
import { openSqlite } from './sqlite/engine.js';

export interface EngineOptions {
  readonly readonly?: boolean;
  /** Nobody else can open the file meanwhile; fails if somebody has. A server is always for all. */
  readonly alone?: boolean;
  /** The host that this process is on, which other hosts see in notifications. */
  readonly hostId?: string;
  /** The folder in which the daemons of a host share their connections; null for a process of its own. */
  readonly placesDir?: string | null;
  readonly env?: NodeJS.ProcessEnv;
}

/** Opens a file, or the address of a server. */
export async function openEngine(place: string, options: EngineOptions = {}): Promise<Engine> {
  if (!/^postgres(ql)?:\/\//.test(place)) return openSqlite(place, options);
  const { openPostgres } = await import('./postgres/engine.js');
  return openPostgres(place, options);
}
