/** Posts messages one after the other, each until it is stored once, and finds out whether an earlier one was read. */
import type { Message } from '../../taskstore/message.js';
import type { HandedOver } from '../front-door.js';
import { type StoredIds, storedIds } from './ids.js';
import type { Posting } from './posting.js';
import type { Proof, Proofs } from './proofs.js';
import { wasRead } from './read-proof.js';
import type { Sessions } from './sessions.js';
import type { SessionInfo } from './wire.js';

export interface MailParts {
  readonly posting: Posting;
  readonly proofs: Proofs;
  readonly sessions: Sessions;
  /** How long a message may take to be stored before it is posted again; then twice as long each time. */
  readonly storedMs: number;
  /** Null while messages may be posted, otherwise the reason why not. */
  whyNot(): string | null;
}

/** Until the last one is stored, the next message is not posted: it could be stored first. */
const MOST_POSTS = 4;
const MOST_QUESTIONS = 6;
const NOT_FOUND = 404;

export class Mail {
  readonly #parts: MailParts;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: MailParts) {
    this.#parts = parts;
  }

  /** In the order of the calls. */
  post(message: Message, text: string): Promise<HandedOver> {
    const posted = this.#last.then(() => this.#post(message, text));
    this.#last = posted.catch(() => {});
    return posted;
  }

  /** False if the server never tells. */
  async hasRead(message: Message): Promise<boolean> {
    const { posting, sessions } = this.#parts;
    for (const { id } of sessions.roots()) {
      const found = await this.#told(() => posting.find(id, storedIds(message, id)));
      if (found === 'absent' || found === null) continue;
      return wasRead(found, (await this.#told(() => posting.messages(id))) ?? []);
    }
    return false;
  }

  /** Asks again if there was no answer: soon after its start, opencode leaves some requests without one. */
  async #told<T>(ask: () => Promise<T | null>): Promise<T | null> {
    let told = await ask();
    for (let tries = 1; told === null && tries < MOST_QUESTIONS && this.#parts.whyNot() === null; tries += 1) {
      told = await ask();
    }
    return told;
  }

  async #post(message: Message, text: string): Promise<HandedOver> {
    const { posting, proofs, whyNot } = this.#parts;
    const session = whyNot() ?? (await posting.target());
    if (typeof session === 'string') return { type: 'refused', why: session };
    const ids = storedIds(message, session.id);
    const proof = proofs.watch(session.id, ids);
    const why = await this.#store(session, ids, text, proof);
    if (why === null) {
      proofs.taken(ids);
      return { type: 'taken', settled: proof.settled };
    }
    proofs.forget(ids);
    return { type: 'refused', why: whyNot() ?? why };
  }

  /** Null if it is stored, or may be; otherwise why it is not. */
  async #store(session: SessionInfo, ids: StoredIds, text: string, proof: Proof): Promise<string | null> {
    const { posting, proofs, sessions } = this.#parts;
    let mayBeStored = false;
    let waitMs = this.#parts.storedMs;
    for (let tries = 0; tries < MOST_POSTS; tries += 1, waitMs *= 2) {
      const found = await this.#told(() => posting.find(session.id, ids));
      // What was never posted can be refused.
      if (found === null) break;
      if (found !== 'absent') {
        // An earlier run, or a request that got no answer, has stored it.
        proofs.markStored(ids, session.id);
        void proofs.review();
        return null;
      }
      const answer = await posting.post(session, ids, text);
      if (answer.type === 'answer' && answer.status >= 300) {
        if (answer.status === NOT_FOUND) sessions.forget(session.id);
        return mayBeStored ? null : `its server answered with status ${answer.status}`;
      }
      if (answer.type === 'answer' && (await this.#isStored(proof, waitMs))) return null;
      mayBeStored ||= answer.type !== 'unreached';
    }
    return mayBeStored ? null : 'its server does not answer';
  }

  async #isStored({ stored }: Proof, limitMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), limitMs);
    });
    const isStored = await Promise.race([stored.then(() => true), limit]);
    clearTimeout(timer);
    return isStored;
  }
}
