/** The mail of an outside program with an access token: it sends to agents and reads what became of that. */
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Call, callDaemon } from '../../a2a/local.js';
import { fail, SynapseError } from '../../errors.js';
import { newIdQuickly } from '../../ids.js';
import { isRunning, type KnownAgent, type LiveEntry } from '../../registry/entry.js';
import { Registry } from '../../registry/registry.js';
import { resolveTarget } from '../../registry/resolve-target.js';
import type { OutsideCaller } from '../caller.js';
import { agentList } from './agent-list.js';
import { isGone } from './follow.js';
import type { Json, Mail, MailCall } from './mail.js';
import { type OutcomeTask, outcomeOf, withInstruction } from './outcome.js';
import { pause, whileWaiting } from './waiting.js';

/** One look lasts at most this long, so that a daemon that hangs is noticed. */
const LOOK_S = 20;
const PATIENCE_MS = 15_000;
/** A daemon that is gone may come back. */
const AGAIN_MS = 200;

interface Shown extends Json {
  readonly task: OutcomeTask & { readonly sender_task_id: string | null; readonly created_at: string };
}

type Reached = KnownAgent & { readonly live: LiveEntry };

export class OutsideMail implements Mail {
  readonly #caller: OutsideCaller;

  constructor(caller: OutsideCaller) {
    this.#caller = caller;
  }

  async send(call: MailCall): Promise<Json> {
    const { args, say, progress } = call;
    const agent = this.#reach(args.target);
    const earlier = args.task === undefined ? null : await this.#ask(agent, { path: pathOf(args.task) });
    const { id: sender_id } = this.#caller;
    const metadata = {
      sender: { sender_id },
      message_id: newIdQuickly(),
      // Under this id the exchange can be continued.
      sender_task_id: earlier?.task.sender_task_id ?? newIdQuickly(),
      response_expected: args.response || earlier !== null,
      ...(args.priority === undefined ? {} : { priority: args.priority }),
      ...(args.when === undefined ? {} : { when: args.when }),
      ...(args.reply_to === undefined ? {} : { in_reply_to: args.reply_to }),
      ...(args.expires_seconds === undefined
        ? {}
        : { expires_at: new Date(Date.now() + args.expires_seconds * 1000).toISOString() }),
    };
    const files = (args.files ?? []) as readonly string[];
    const parts = [
      { type: 'text', text: args.message },
      ...files.map((path) => ({ type: 'file', file: { name: basename(path), uri: pathToFileURL(path).href } })),
    ];
    const body = { message: { role: 'user', parts }, metadata };
    const { task } = await this.#ask(agent, { path: '/tasks/send', body });
    if (!args.response) return { outcome: 'delivered', task, target: agent.id };
    progress(say('mcp_sent', { target: agent.id, task: task.short_id }));
    return this.#follow(agent, task, call);
  }

  async reply({ say }: MailCall): Promise<Json> {
    throw new SynapseError('no_open_request', {}, { message: say('mcp_outside_reply'), hint: null });
  }

  /** Nobody writes to the holder of a token, so the inbox is what its tasks have come to. */
  async peek(limit: number): Promise<Json> {
    const pages = await Promise.all(this.#reachable().map((agent) => this.#tasksOf(agent, limit)));
    const tasks = pages.flat().sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
    return { messages: [], remaining: 0, open_requests: [], tasks: tasks.slice(0, limit) };
  }

  async inbox({ args }: MailCall): Promise<Json> {
    return this.peek(args.limit);
  }

  async agents(): Promise<Json> {
    return agentList(this.#known(), null);
  }

  async show(id: string): Promise<Json> {
    return (await this.#find(id)).shown;
  }

  async wait(call: MailCall): Promise<Json> {
    const { agent, shown } = await this.#find(call.args.id);
    return this.#follow(agent, shown.task, call);
  }

  /** A daemon that is restarted while somebody waits is asked again; the task is in its store. */
  async #follow(agent: Reached, task: OutcomeTask, call: MailCall): Promise<Json> {
    const { args, say, signal } = call;
    let current = task;
    const until = performance.now() + args.wait_seconds * 1000;
    await whileWaiting(agent.id, call, async () => {
      for (let leftS = args.wait_seconds; leftS > 0 && !signal.aborted; leftS = (until - performance.now()) / 1000) {
        const seconds = Math.min(leftS, LOOK_S);
        const path = `${pathOf(task.id)}?wait=${seconds}`;
        try {
          current = (await this.#ask(agent, { path, timeoutMs: seconds * 1000 + PATIENCE_MS, signal })).task;
        } catch (error) {
          // Nobody waits any more.
          if (signal.aborted) return;
          if (!isGone(error)) throw error;
          await pause(AGAIN_MS, signal);
          continue;
        }
        if (outcomeOf(current.state) !== 'open') return;
      }
    });
    return withInstruction({ outcome: outcomeOf(current.state), task: current, target: agent.id }, say);
  }

  async #tasksOf(agent: Reached, limit: number): Promise<Shown['task'][]> {
    try {
      return (await callDaemon(agent.live, this.#caller.home, this.#shown({ path: `/tasks?limit=${limit}` }))).tasks;
    } catch {
      // It is ending, or hangs.
      return [];
    }
  }

  async #find(id: string): Promise<{ readonly agent: Reached; readonly shown: Shown }> {
    let unasked: unknown = null;
    for (const agent of this.#reachable()) {
      try {
        return { agent, shown: await this.#ask(agent, { path: pathOf(id) }) };
      } catch (error) {
        if (isGone(error)) unasked = error;
        else if (!(error instanceof SynapseError) || error.code === 'ambiguous_id') throw error;
      }
    }
    // One that did not answer may have it.
    throw unasked ?? fail('task_not_found', { task: id });
  }

  #reach(word: string): Reached {
    const agent = resolveTarget(word, this.#known());
    if (!isRunning(agent)) throw fail('agent_not_running', { agent: agent.id });
    return agent;
  }

  #reachable(): readonly Reached[] {
    return this.#known().filter(isRunning);
  }

  #known(): readonly KnownAgent[] {
    const { home, reaches } = this.#caller;
    return new Registry(home).list().filter(reaches);
  }

  async #ask(agent: Reached, call: Call): Promise<Shown> {
    return callDaemon(agent.live, this.#caller.home, this.#shown(call));
  }

  /** With the token in place of a key. */
  #shown(call: Call): Call {
    const { token, language } = this.#caller;
    return { ...call, bearer: token, language };
  }
}

function pathOf(id: string): string {
  return `/tasks/${encodeURIComponent(id)}`;
}
