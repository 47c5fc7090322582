/** Tells the failures of a PostgreSQL server apart: try again, out of reach, a conflict, or a real error. */

/** Another transaction was in the way, so a retry helps. */
const BUSY = new Set(['40001', '40P01', '55P03', '57014']);
/** The server is starting, ending, a replica, or has no connection left. */
const OUT_OF_REACH = new Set(['57P01', '57P02', '57P03', '53300', '25006', '25P03']);

export function isBusy(error: unknown): boolean {
  return BUSY.has(codeOf(error));
}

export function isConflict(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** Whether the connection, or the server as a whole, is the problem. */
export function isOutOfReach(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  const code = codeOf(error);
  return OUT_OF_REACH.has(code) || /^08/.test(code) || /^(E[A-Z_]+|ERR_SOCKET_\w+)$/.test(code) || isCut(error);
}

/** The server has no room left, or its disk fails. */
export function isServerTrouble(error: unknown): boolean {
  return /^(53|58)/.test(codeOf(error));
}

/** A wrong password, database or certificate does not mend itself. */
export function isRefused(error: unknown): boolean {
  const code = codeOf(error);
  return (
    /^(28|3D|42501)/.test(code) ||
    /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_/.test(code) ||
    isWithoutTls(error) ||
    isWithoutPassword(error)
  );
}

/** The server wants a password, and there is none. */
export function isWithoutPassword(error: unknown): boolean {
  return /SASL: SCRAM.*password|password must be a string/i.test((error as Error)?.message ?? '');
}

/** The connection broke, or nothing came back in time. */
export class ConnectionLost extends Error {}

/** `pg` has no codes for these. */
function isCut(error: unknown): boolean {
  const { message = '' } = (error ?? {}) as { message?: string };
  return /connection (terminated|error|timeout)|timeout expired|query read timeout|client was closed/i.test(message);
}

function isWithoutTls(error: unknown): boolean {
  return /does not support SSL/i.test((error as Error)?.message ?? '');
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
