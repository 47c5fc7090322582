/** The team store on a PostgreSQL server that several hosts share. */
import { fail } from '../../../errors.js';
import type { Text } from '../../../i18n/language.js';
import type { Engine } from '../engine.js';
import type { EngineOptions } from '../open-engine.js';
import { parseAddress } from './address.js';
import { Connection } from './connection.js';
import { OutcomeUnknown, postgresDialect } from './dialect.js';
import { isBusy, isConflict, isOutOfReach, isRefused, isServerTrouble, isWithoutPassword } from './failures.js';
import { heardIn, NOT_HEARD } from './heard.js';
import { Keeper } from './keeper.js';
import { NoPlace, OWN_PLACE, sharedPlaces } from './places.js';

/** A tool answers within five seconds that the server is out of reach, after one more attempt to connect. */
const PATIENCE_MS = 2_500;
/** How long to wait for others, for a connection of this host and for one's turn to write: everybody before us is at work, and nobody holds either for long. */
const BUSY_LIMIT_MS = 60_000;
/** How often somebody who waits looks into the log, in case a notification was lost. */
const LOOK_MS = 2_000;
/** Clocks that differ by less are the same. */
const ROUGHLY_SAME_MS = 1_000;

export function openPostgres(
  text: string,
  { hostId = '', placesDir = null, env = process.env }: EngineOptions,
): Engine {
  const address = parseAddress(text, env);
  const heard = placesDir === null ? NOT_HEARD : heardIn(placesDir);
  const connection = new Connection(address, placesDir === null ? OWN_PLACE : sharedPlaces(placesDir));
  return {
    name: address.name,
    isShared: true,
    hostId: hostId || null,
    patienceMs: (error) => {
      if (!isOutOfReach(error)) return BUSY_LIMIT_MS;
      return connection.isServerAway ? 0 : PATIENCE_MS;
    },
    dialect: postgresDialect({ connection, hostId }),
    isBusy: (error) => error instanceof NoPlace || isBusy(error) || (isOutOfReach(error) && !isRefused(error)),
    isConflict,
    busyError: (error) => {
      if (!isOutOfReach(error)) return fail('team_store_busy', { file: address.name });
      return fail('store_unavailable', { store: address.name, reason: reasonOf(error) });
    },
    explain: (error) => {
      if (error instanceof OutcomeUnknown) return fail('store_outcome_unknown', { store: address.name });
      if (isRefused(error) || isServerTrouble(error)) {
        return fail('store_unavailable', { store: address.name, reason: reasonOf(error) });
      }
      return error;
    },
    // Where nobody listens, only a hint that it may be worth reading the log.
    changeMark: () => heard.last() ?? -Math.floor(performance.now() / LOOK_MS),
    tellsOfChanges: () => heard.last() !== null,
    watchWrites: () => null,
    // The server does that by itself.
    releasePages: () => false,
    tidyIfIdle: () => true,
    watchOthers: (watch) => {
      if (placesDir === null || hostId === '') return () => {};
      const say = async (channel: string, payload: string) => {
        await connection.acquire();
        await connection.query('select pg_notify($1, $2)', [channel, payload]).finally(() => connection.release());
      };
      const keeper = new Keeper({ ...watch, address, hostId, heard, dir: placesDir, say });
      return () => keeper.close();
    },
    clockAheadMs: () => (Math.abs(connection.aheadMs) < ROUGHLY_SAME_MS ? 0 : connection.aheadMs),
    statementCount: () => connection.statements,
  };
}

const NO_PASSWORD: Text = {
  en: 'it wants a password, and there is none in ~/.pgpass, PGPASSWORD or a password file',
  ja: 'パスワードが必要ですが、~/.pgpass、PGPASSWORD、パスワードファイルのいずれにもありません',
};

/** A server with several addresses fails with several reasons. */
function reasonOf(error: unknown): string | Text {
  if (isWithoutPassword(error)) return NO_PASSWORD;
  const { message, errors, code } = error as { message: string; errors?: readonly Error[]; code?: string };
  return message || errors?.[0]?.message || code || 'unknown';
}
