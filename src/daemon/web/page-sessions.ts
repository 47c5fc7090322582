/** Who may use the page: codes that work once, and the sessions that they open, which end after twelve idle hours. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../clock.js';
import { newSecret } from '../../random-ids.js';
import { readIfThere, removeIfThere, writeWhole } from '../../registry/whole-files.js';

export const IDLE_MS = 12 * 3_600_000;
const CODE_MS = 10 * 60_000;
/** A page in use is noted this often, so that a restart of the daemon does not end it. */
const NOTE_MS = 60_000;
/** The oldest ones end first. */
const MOST_SESSIONS = 50;
const MOST_CODES = 50;

/** What is kept about a session: hashes, never the secrets themselves. */
export interface PageSession {
  readonly cookieHash: string;
  readonly keyHash: string;
  readonly readOnly: boolean;
  readonly usedAt: number;
}

interface Kept {
  readonly sessions: readonly PageSession[];
  /** The further port that the page is served on. */
  readonly port: number | null;
}

/** The secrets of a session that has just begun: one for the cookie, one for the page itself. */
export interface Secrets {
  readonly cookie: string;
  readonly key: string;
}

const NOTHING: Kept = { sessions: [], port: null };

export class PageSessions {
  readonly #file: string;
  readonly #clock: Clock;
  readonly #codes = new Map<string, { readonly readOnly: boolean; readonly until: number }>();
  #kept: Kept;

  constructor(file: string, clock: Clock) {
    this.#file = file;
    this.#clock = clock;
    this.#kept = read(file);
  }

  get port(): number | null {
    return this.#kept.port;
  }

  keepPort(port: number | null): void {
    this.#keep({ ...this.#kept, port });
  }

  newCode(readOnly: boolean): string {
    const now = this.#clock.now();
    for (const [code, { until }] of this.#codes) if (until < now) this.#codes.delete(code);
    const [oldest] = this.#codes.keys();
    if (oldest !== undefined && this.#codes.size >= MOST_CODES) this.#codes.delete(oldest);
    const code = newSecret();
    this.#codes.set(hash(code), { readOnly, until: now + CODE_MS });
    return code;
  }

  /** Null if the code is unknown, too old, or was used before. */
  enter(code: string): Secrets | null {
    const key = hash(code);
    const found = this.#codes.get(key);
    this.#codes.delete(key);
    const now = this.#clock.now();
    if (!found || found.until < now) return null;
    const secrets = { cookie: newSecret(), key: newSecret() };
    const session: PageSession = {
      cookieHash: hash(secrets.cookie),
      keyHash: hash(secrets.key),
      readOnly: found.readOnly,
      usedAt: now,
    };
    const sessions = [...this.#living(), session].sort((a, b) => a.usedAt - b.usedAt).slice(-MOST_SESSIONS);
    this.#keep({ ...this.#kept, sessions });
    return secrets;
  }

  /** The session of a cookie, which is used by this. */
  find(cookie: string | null): PageSession | null {
    if (cookie === null) return null;
    const wanted = hash(cookie);
    const found = this.#living().find(({ cookieHash }) => isSame(cookieHash, wanted));
    if (!found) return null;
    const now = this.#clock.now();
    if (now - found.usedAt < NOTE_MS) return found;
    const used = { ...found, usedAt: now };
    this.#keep({ ...this.#kept, sessions: this.#living().map((each) => (each === found ? used : each)) });
    return used;
  }

  /** Whether the page itself asks, not another program to which the browser sends the cookie as well. */
  isPage({ keyHash }: PageSession, key: string | null): boolean {
    return key !== null && isSame(keyHash, hash(key));
  }

  /** Ends every session. Returns how many there were. */
  end(): number {
    const count = this.#living().length;
    this.#codes.clear();
    this.#kept = NOTHING;
    removeIfThere(this.#file);
    return count;
  }

  #living(): readonly PageSession[] {
    const since = this.#clock.now() - IDLE_MS;
    return this.#kept.sessions.filter(({ usedAt }) => usedAt > since);
  }

  /** On a full disk the sessions last as long as the daemon. */
  #keep(kept: Kept): void {
    this.#kept = kept;
    try {
      writeWhole(this.#file, `${JSON.stringify(kept)}\n`);
    } catch {
      // Nobody has to stop working for that.
    }
  }
}

/** A file that somebody damaged ends the sessions, nothing else. */
function read(file: string): Kept {
  try {
    const { sessions, port } = JSON.parse(readIfThere(file) ?? '{}') as Partial<Kept>;
    return {
      sessions: Array.isArray(sessions) ? sessions.filter(isSession) : [],
      port: Number.isInteger(port) ? (port as number) : null,
    };
  } catch {
    return NOTHING;
  }
}

function isSession(value: unknown): value is PageSession {
  const { cookieHash, keyHash, readOnly, usedAt } = (value ?? {}) as Partial<PageSession>;
  const areTexts = typeof cookieHash === 'string' && typeof keyHash === 'string';
  return areTexts && typeof readOnly === 'boolean' && typeof usedAt === 'number';
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
