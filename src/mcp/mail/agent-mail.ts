/** The mail of an agent or a person, through their own daemon, as the commands of the command line do it. */
import { type Call, callDaemon } from '../../a2a/local.js';
import { fail } from '../../errors.js';
import { newIdQuickly } from '../../ids.js';
import type { LiveEntry } from '../../registry/entry.js';
import { externalsAsAgents } from '../../registry/externals.js';
import { Registry } from '../../registry/registry.js';
import type { AgentCaller } from '../caller.js';
import { agentList } from './agent-list.js';
import { followToEnd, waitFor } from './follow.js';
import type { Json, Mail, MailCall } from './mail.js';
import { type Outcome, withInstruction } from './outcome.js';
import { whileWaiting } from './waiting.js';

/** How long a first delivery attempt may take; the daemon answers after it in any case. */
const DELIVERY_MS = 15_000;
/** The daemon ends a wait itself; this is for one that hangs. */
const PATIENCE_MS = 10_000;

interface Message {
  readonly seq?: number;
  readonly id: string;
  readonly created_at: string;
}

export class AgentMail implements Mail {
  readonly #caller: AgentCaller;

  constructor(caller: AgentCaller) {
    this.#caller = caller;
  }

  async send(call: MailCall): Promise<Json> {
    const { target, message, response, wait_seconds, expires_seconds, ...rest } = call.args;
    const body = {
      ...rest,
      target,
      text: message,
      response,
      wait_ms: wait_seconds * 1000,
      message_id: newIdQuickly(),
      ...(expires_seconds === undefined ? {} : { expires_ms: expires_seconds * 1000 }),
    };
    return this.#follow({ path: '/send', body }, String(target), call, response ? wait_seconds * 1000 : null);
  }

  async reply({ args: { message, ...rest } }: MailCall): Promise<Json> {
    if (rest.ask && rest.fail) throw fail('invalid_request', { reason: 'Use --ask or --fail, not both.' });
    const body = { ...rest, text: message, message_id: newIdQuickly() };
    return this.#ask({ path: '/reply', body, timeoutMs: DELIVERY_MS });
  }

  async peek(limit: number): Promise<Json> {
    const { messages, remaining } = await this.#ask({ path: `/inbox?limit=${limit}` });
    const { targets } = await this.#ask({ path: '/targets' });
    const chat = await this.#chat(limit);
    return { messages: [...messages, ...chat].sort(byTime), remaining, open_requests: targets };
  }

  /** The messages are marked as read before the client has them. They stay in `synapse_show` and the history. */
  async inbox({ args }: MailCall): Promise<Json> {
    const found = await this.peek(args.limit);
    if (!args.peek) await this.#markRead(found.messages as Message[]);
    return found;
  }

  /** The daemon says who lives, because in a sandbox pids prove nothing. */
  async agents(): Promise<Json> {
    const { live } = (await this.#ask({ path: '/live' })) as { live: Pick<LiveEntry, 'id' | 'instance'>[] };
    const there = new Set(live.map(({ id, instance }) => `${id} ${instance}`));
    const registry = new Registry(this.#caller.home, ({ id, instance }) => there.has(`${id} ${instance}`));
    return agentList([...registry.list(), ...externalsAsAgents(registry.home)], this.#caller.daemon.id);
  }

  async show(id: string): Promise<Json> {
    return this.#ask({ path: `/tasks/${encodeURIComponent(id)}` });
  }

  async wait(call: MailCall): Promise<Json> {
    const { id, wait_seconds } = call.args;
    return this.#follow(waitFor(id, wait_seconds), String(id), call, wait_seconds * 1000);
  }

  async #follow(call: Call, target: string, mail: MailCall, waitMs: number | null): Promise<Json> {
    const done = await whileWaiting(target, mail, () =>
      followToEnd({ caller: this.#caller, call, target, mail, waitMs }),
    );
    if (!mail.signal.aborted) await this.#acknowledge(done);
    return withInstruction(done, mail.say);
  }

  /** The client gets the answer, so it is not typed into the terminal as well. */
  async #acknowledge({ outcome, task, answer_id }: Outcome): Promise<void> {
    if (!answer_id || !['answered', 'asked', 'failed'].includes(outcome)) return;
    await this.#ask({ path: `/tasks/${task.id}/ack`, body: { message_id: answer_id } }).catch(() => {});
  }

  /** Messages to a person in the chat of a project. */
  async #chat(limit: number): Promise<readonly Message[]> {
    if (!this.#caller.isPerson) return [];
    const found = await this.#ask({ path: `/chat/unread?limit=${limit}` }).catch(() => ({ messages: [] }));
    return found.messages;
  }

  async #markRead(messages: readonly Message[]): Promise<void> {
    const seqs = messages.flatMap(({ seq }) => seq ?? []);
    const ids = messages.filter(({ seq }) => seq === undefined).map(({ id }) => id);
    if (seqs.length > 0) await this.#ask({ path: '/inbox/read', body: { seqs } });
    if (ids.length > 0) await this.#ask({ path: '/chat/read', body: { ids } });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the caller names the fields it reads.
  #ask(call: Call): Promise<any> {
    const { daemon, home, language } = this.#caller;
    return callDaemon(daemon, home, { timeoutMs: PATIENCE_MS, ...call, language });
  }
}

function byTime(a: Message, b: Message): number {
  return a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0;
}
