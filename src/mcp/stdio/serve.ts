/** `synapse mcp`: serves one client over stdin and stdout. Asks no daemon before the client asks for something. */
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { asSynapseError, errorFromBody } from '../../errors.js';
import type { Language } from '../../i18n.js';
import type { Identify } from '../caller.js';
import { Changes } from '../resources/changes.js';
import { listenForNews } from '../resources/news.js';
import { readResource } from '../resources/resources.js';
import { listenedUris } from '../resources/watched.js';
import { makeServer } from '../server.js';
import { LineTransport } from './line-transport.js';

export interface StdioServing {
  readonly input: Readable;
  readonly output: Writable;
  readonly identify: Identify;
  readonly language: Language;
}

/** Resolves when the client is gone, and what it wanted to send is sent. */
export async function serveOverStdio({ input, output, identify, language }: StdioServing): Promise<void> {
  const identifyHere: Identify = (use) => identify(use).catch((error: unknown) => Promise.reject(asOurs(error)));
  let tell: (uri: string) => void = () => {};
  const listen = (onNews: () => void, signal: AbortSignal) =>
    void identifyHere('to act').then((caller) => listenForNews(caller, onNews, signal), onNews);
  const read = async (uri: string) => readResource(await identifyHere('to act'), uri);
  const changes = new Changes({ read, listen }, (uri) => tell(uri));
  const watched = new ListenedTo(changes);
  const calls = new Set<Promise<unknown>>();
  const keep = (call: Promise<unknown>) => {
    calls.add(call);
    const forget = () => calls.delete(call);
    call.then(forget, forget);
  };
  await new Promise<void>((resolve) => {
    const transport = new LineTransport(input, output, (message) => watched.note(message));
    serveStdio(
      () => {
        const server = makeServer({ identify: identifyHere, language, changes, onCall: keep });
        tell = (uri) => void server.sendResourceUpdated({ uri }).catch(() => {});
        return server;
      },
      { transport },
    );
    // The SDK has set its own listener, which ends the requests that are open.
    const close = transport.onclose;
    transport.onclose = () => {
      close?.();
      changes.close();
      resolve();
    };
  });
  await Promise.allSettled(calls);
}

/** What a client of the revision 2026-07-28 listens to. The SDK answers these requests before our server sees them. */
class ListenedTo {
  readonly #changes: Changes;
  readonly #uris = new Map<string | number, readonly string[]>();

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** Watching begins before the client is told so. */
  note(message: JSONRPCMessage): Promise<void> | undefined {
    if (!('method' in message)) return undefined;
    if (message.method === 'subscriptions/listen' && 'id' in message) return this.#begin(message.id, message.params);
    if (message.method === 'notifications/cancelled') this.#end(message.params?.requestId as string | number);
    return undefined;
  }

  async #begin(id: string | number, params: unknown): Promise<void> {
    const uris = listenedUris(params);
    this.#uris.set(id, uris);
    for (const uri of uris) await this.#changes.watch(uri);
  }

  #end(id: string | number): void {
    const uris = this.#uris.get(id) ?? [];
    this.#uris.delete(id);
    const others = new Set([...this.#uris.values()].flat());
    for (const uri of uris) if (!others.has(uri)) this.#changes.unwatch(uri);
  }
}

/** Each bundle has its own class of errors. */
function asOurs(error: unknown): Error {
  const { toBody } = error as { toBody?: () => unknown };
  return typeof toBody === 'function' ? errorFromBody(toBody.call(error), String(error)) : asSynapseError(error);
}
