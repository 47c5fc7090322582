/** MCP for outside clients, served by this process, so that it reaches the chosen agents and no others. */

import { readBody } from '../daemon/http/door/read-body.js';
import { fail } from '../errors.js';
import { languageOf } from '../i18n/language.js';
import type { HttpDoor, OutsideCaller } from '../mcp/main.js';
import { findToken, isFor } from '../registry/tokens.js';
import type { Holder } from './gate.js';
import type { ServedAgents } from './served-agents.js';
import type { Asked } from './server.js';

export class ServedMcp {
  readonly #home: string;
  readonly #agents: ServedAgents;
  #door: Promise<HttpDoor> | null = null;

  constructor(home: string, agents: ServedAgents) {
    this.#home = home;
    this.#agents = agents;
  }

  /** `only` is the agent at whose own address the client is; null if it may reach every agent that its token is for. */
  async answer({ request, response }: Asked, holder: Holder, only: string | null): Promise<void> {
    const caller = this.#callerOf(holder, only);
    const isPost = request.method === 'POST';
    if (isPost && !/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
      throw fail('invalid_request', { reason: 'Content-Type must be application/json.' });
    const body = isPost ? await readBody(request, false) : undefined;
    const isAllowed = async () => findToken(this.#home, holder.token) !== null;
    await (await this.#open()).handle({ request, response, caller, body, isAllowed });
  }

  async close(): Promise<void> {
    (await this.#door)?.close();
  }

  #callerOf(holder: Holder, only: string | null): OutsideCaller {
    return {
      kind: 'outside',
      home: this.#home,
      language: languageOf(process.env),
      id: `ext:${holder.name}`,
      token: holder.token,
      reaches: (agent) => (only === null || agent.id === only) && isFor(holder, agent.id) && this.#agents.has(agent),
    };
  }

  #open(): Promise<HttpDoor> {
    this.#door ??= import('../mcp/main.js').then(({ HttpDoor: Door }) => new Door());
    return this.#door;
  }
}
