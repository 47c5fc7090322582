/** A project of a test and its agents. A daemon or the test's own process answers them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, CallOptions } from '../home/agent.js';

/** Answers HTTP requests about a team. Without a key, the caller is the person. */
export interface Door {
  call(path: string, options?: CallOptions): Promise<Answer>;
}

/** Every use gets new agent ids, so that tests of one team do not disturb each other. */
let count = 0;

/** A project `shop`, created by the person `tester`. */
export abstract class TeamRig {
  readonly #passkeys = new Map<string, string>();

  /** The project's working directory. */
  abstract readonly dir: string;
  abstract readonly daemon: Door;

  async project(id: string, dir: string | null = this.dir): Promise<void> {
    await this.ask('/projects', { id, dir });
  }

  /** Adds an agent; without an id it gets a new one. */
  async agent(id = `agent-${++count}`, options: Record<string, unknown> = {}): Promise<string> {
    await this.ask('/agents', { id, project: 'shop', ...options });
    return id;
  }

  async passkey(agentId: string): Promise<string> {
    const known = this.#passkeys.get(agentId);
    if (known) return known;
    const { passkey } = await this.ask(`/agents/${agentId}/passkey`, {});
    this.#passkeys.set(agentId, passkey);
    return passkey;
  }

  authenticate(agentId: string, passkey: string, more: Record<string, unknown> = {}): Promise<Answer> {
    return this.call('authenticate', null, { agent_id: agentId, passkey, project_id: 'shop', ...more });
  }

  /** The token of a new session. */
  async session(agentId: string, purpose = 'chat', project = 'shop'): Promise<string> {
    const answer = await this.authenticate(agentId, await this.passkey(agentId), { purpose, project_id: project });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.session_token as string;
  }

  /** Two new agents with a chat session each. */
  async pair(): Promise<{ a: Member; b: Member }> {
    return { a: await this.member(), b: await this.member() };
  }

  async member(options: Record<string, unknown> = {}): Promise<Member> {
    const id = await this.agent(undefined, options);
    return new Member(this, id, await this.session(id));
  }

  call(tool: string, token: string | null, args: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.daemon.call(`/tools/${tool}`, { key: token, body: args ?? {}, headers });
  }

  /** The lines of an agent's chat file. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at the fields they care about.
  lines(agentId: string): any[] {
    const text = readFileSync(join(this.dir, '.ai-pm', 'agents', agentId, 'chat.jsonl'), 'utf8');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async conversation(id: string): Promise<any> {
    return (await this.daemon.call(`/conversations/${id}`)).body.conversation;
  }

  /** A request of the person, which must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async ask(path: string, body?: unknown): Promise<any> {
    const answer = await this.daemon.call(path, body === undefined ? {} : { body });
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

/** An agent with a session. */
export class Member<Team extends TeamRig = TeamRig> {
  constructor(
    readonly team: Team,
    readonly id: string,
    readonly token: string,
  ) {}

  call(tool: string, args: Record<string, unknown> = {}): Promise<Answer> {
    return this.team.call(tool, this.token, args);
  }

  /** The answer's body. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  async do(tool: string, args: Record<string, unknown> = {}): Promise<any> {
    return (await this.call(tool, args)).body;
  }

  /** Starts a conversation and returns its id. */
  async start(target: Member, args: Record<string, unknown> = {}): Promise<string> {
    const body = await this.do('start_conversation', { target_agent_id: target.id, ...args });
    if (!body.success) throw new Error(JSON.stringify(body));
    return body.conversation_id;
  }

  /** Starts a conversation that the other agent has joined. */
  async talk(target: Member, args: Record<string, unknown> = {}): Promise<string> {
    const id = await this.start(target, args);
    const { action } = await target.do('get_next_action');
    if (action !== 'conversation_request') throw new Error(`${target.id} was told ${action}`);
    return id;
  }

  say(target: Member, content: string, more: Record<string, unknown> = {}): Promise<Answer> {
    return this.call('send_message', { target_agent_id: target.id, content, ...more });
  }
}
