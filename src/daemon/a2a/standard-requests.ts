/** `/a2a`: answers for the cards, and hands everything else to the A2A bundle, which is loaded with the first request. */
import { createHash } from 'node:crypto';
import { agentCard, legacyCard, PUBLIC_URL_HEADER, publicUrlIn, REST_PATH, reachedAt } from '../../a2a/card.js';
import type { StandardServer } from '../../a2a/standard/main.js';
import { findToken } from '../../registry/tokens.js';
import type { PushConfig } from '../../taskstore/outside/push-configs.js';
import { isOpen } from '../../taskstore/task.js';
import type { DaemonContext } from '../context.js';
import type { Exchange } from '../http/exchange.js';
import { DaemonDesk, type DeskParts } from './desk.js';

/** Closed tasks whose client may not know it yet, because the daemon was down, are told of for this long. */
const TELL_AGAIN_MS = 24 * 3_600_000;

const CARD_MAX_AGE_S = 60;

export class StandardRequests {
  readonly #parts: Omit<DeskParts, 'pushes'>;
  /** The tasks of which a client wants to be told. */
  readonly #toTell = new Set<number>();
  #server: Promise<StandardServer> | null = null;
  #unsubscribe = () => {};

  constructor(parts: Omit<DeskParts, 'pushes'>) {
    this.#parts = parts;
  }

  /** Tells clients what has happened since, and what happens from now on. */
  start(): void {
    const { store, clock, events } = this.#parts.context;
    for (const seq of store.pushConfigs.tasks()) {
      const task = store.task(seq);
      if (task && (isOpen(task.state) || task.updatedAt > clock.now() - TELL_AGAIN_MS)) this.#toTell.add(seq);
    }
    this.#unsubscribe = events.on('change', ({ task, message }) => {
      const seq = task?.seq ?? message?.taskSeq ?? null;
      if (seq !== null && this.#toTell.has(seq)) return this.#tell(seq);
    });
    for (const seq of this.#toTell) void this.#tell(seq);
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    (await this.#server)?.close();
  }

  async rpc(exchange: Exchange): Promise<undefined> {
    await (await this.#load()).answerRpc(this.#callOf(exchange));
  }

  async rest(exchange: Exchange): Promise<undefined> {
    const { pathname } = new URL(exchange.request.url ?? '', 'http://localhost');
    await (await this.#load()).answerRest(this.#callOf(exchange), pathname.slice(REST_PATH.length));
  }

  /** A client can say which form of the card it reads; `usual` is the one that it gets if it does not. */
  card({ request, response, query }: Exchange, usual: '1.0' | '0.3'): undefined {
    const asked = String(request.headers['a2a-version'] ?? query.get('A2A-Version') ?? '');
    const isLegacy = asked === '' ? usual === '0.3' : asked.startsWith('0.');
    const facts = reachedAt(this.#parts.facts(), publicUrlIn(request.headers));
    const payload = JSON.stringify(isLegacy ? legacyCard(facts) : agentCard(facts));
    const etag = `"${createHash('sha256').update(payload).digest('hex').slice(0, 20)}"`;
    const headers = {
      etag,
      'last-modified': new Date(facts.entry.startedAt).toUTCString(),
      'cache-control': `public, max-age=${CARD_MAX_AGE_S}`,
      vary: `A2A-Version, ${PUBLIC_URL_HEADER}`,
    };
    if (isSame(request.headers['if-none-match'], etag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const length = Buffer.byteLength(payload);
    response.writeHead(200, { ...headers, 'content-type': 'application/json', 'content-length': length }).end(payload);
  }

  #callOf({ request, response, caller, query, body }: Exchange): Parameters<StandardServer['answerRpc']>[0] {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const token = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const isAllowed = () => caller.kind !== 'outside' || findToken(this.#parts.context.home, token) !== null;
    const publicUrl = publicUrlIn(request.headers);
    return { request, response, caller, query, body, signal: gone.signal, isAllowed, publicUrl };
  }

  async #tell(taskSeq: number): Promise<void> {
    (await this.#load()).tell(taskSeq);
  }

  #load(): Promise<StandardServer> {
    this.#server ??= import('../../a2a/standard/main.js').then((standard) => {
      const { context } = this.#parts;
      return new standard.StandardServer(new DaemonDesk({ ...this.#parts, pushes: this.#pushStore(context) }));
    });
    return this.#server;
  }

  #pushStore({ store, env }: DaemonContext): DeskParts['pushes'] {
    return {
      allowed: env.SYNAPSE_PUSH_ALLOW ?? '',
      of: (taskSeq) => store.pushConfigs.of(taskSeq),
      save: async (config: PushConfig) => {
        await store.write((tx) => tx.pushConfigs.save(config));
        this.#toTell.add(config.taskSeq);
      },
      delete: (taskSeq, id) => store.write((tx) => tx.pushConfigs.delete(taskSeq, id)),
      noteTold: ({ taskSeq, id }, told) => store.write((tx) => tx.pushConfigs.noteTold(taskSeq, id, told)),
    };
  }
}

/** `*` stands for every version. */
function isSame(known: string | undefined, etag: string): boolean {
  return known?.trim() === '*' || (known?.includes(etag) ?? false);
}
