/** The terminals of an agent that run now, and which of them a request means. */
import { INSTANCE_HEADER } from '../../a2a/local.js';
import { fail } from '../../errors.js';
import type { DaemonSpec } from '../../launch/daemon-spec.js';
import { firstTerminal } from '../../registry/entry.js';
import type { Exchange } from '../http/exchange.js';
import type { HostedTerminal } from './hosted-terminal.js';

export class Terminals {
  readonly #agent: string;
  #all: readonly HostedTerminal[] = [];

  constructor(agent: string) {
    this.#agent = agent;
  }

  get all(): readonly HostedTerminal[] {
    return this.#all;
  }

  /** The project of the agent: that of its first terminal that is in one. */
  get project(): string | null {
    return this.#all.find(({ spec }) => spec.project !== null)?.spec.project ?? null;
  }

  add(terminal: HostedTerminal): void {
    this.#all = [...this.#all, terminal];
  }

  remove(terminal: HostedTerminal): void {
    this.#all = this.#all.filter((other) => other !== terminal);
  }

  /** The name for a new terminal; null if the agent has such a terminal already. */
  freeName({ purpose, project, why }: DaemonSpec): string | null {
    const isTwin = this.#all.some(({ spec }) => spec.purpose === purpose && spec.project === project);
    // A session that starts itself may take the place of one whose program logged out but is still there.
    if (isTwin && why === null) return null;
    const isFree = (name: string) => this.#all.every(({ session }) => session !== name);
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? purpose : `${purpose}-${number}`;
      if (isFree(name)) return name;
    }
  }

  /** The terminal of a session, or the one that is meant if none is named. */
  named(session: string | null): HostedTerminal {
    const found = session === null ? firstTerminal(this.#all) : this.#all.find((each) => each.session === session);
    if (found) return found;
    if (this.#all.length === 0) throw fail('invalid_request', { reason: `${this.#agent} has no terminal.` });
    throw fail('terminal_not_found', {
      agent: this.#agent,
      session,
      sessions: this.#all.map((each) => each.session).join(', '),
    });
  }

  purposeOf(session: string): 'task' | 'chat' {
    return this.#all.find((each) => each.session === session)?.spec.purpose ?? 'task';
  }

  /** The session in whose terminal the command of this request runs; null if it runs in none of them. */
  callerIn({ request, caller }: Pick<Exchange, 'request' | 'caller'>): string | null {
    const instance = request.headers[INSTANCE_HEADER];
    if (caller.kind !== 'self' || instance === undefined) return null;
    return this.#all.find((each) => each.instance === instance)?.session ?? null;
  }
}
