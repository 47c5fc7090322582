/** The entry of the A2A bundle, which the daemon loads when a client of the standard calls for the first time. */
import { StandardAgent } from './agent.js';
import type { Desk } from './desk.js';
import type { HttpCall } from './http/exchange.js';
import { JsonRpcDoor } from './http/json-rpc.js';
import { RestDoor } from './http/rest.js';
import { AddressGuard } from './push/guard.js';
import { Pushes } from './push/pushes.js';
import { PushConfigRequests } from './push/requests.js';

export type { ClientMessage, Desk, Exchange, PushStore, StandardCaller } from './desk.js';
export type { HttpCall } from './http/exchange.js';

export class StandardServer {
  readonly #rpc: JsonRpcDoor;
  readonly #rest: RestDoor;
  readonly #pushes: Pushes;

  constructor(desk: Desk) {
    const guard = new AddressGuard(desk.pushes.allowed);
    const report = (error: unknown) => desk.log.error('a2a', { reason: String((error as Error)?.stack ?? error) });
    this.#pushes = new Pushes(desk, guard);
    const agent = new StandardAgent(
      desk,
      new PushConfigRequests(desk.pushes, guard, (taskSeq) => this.#pushes.tell(taskSeq)),
    );
    this.#rpc = new JsonRpcDoor(agent, report);
    this.#rest = new RestDoor(agent, report);
  }

  answerRpc(http: HttpCall): Promise<void> {
    return this.#rpc.answer(http);
  }

  answerRest(http: HttpCall, path: string): Promise<void> {
    return this.#rest.answer(http, path);
  }

  /** A task of which a client wants to be told has changed. */
  tell(taskSeq: number): void {
    this.#pushes.tell(taskSeq);
  }

  close(): void {
    this.#pushes.close();
  }
}
