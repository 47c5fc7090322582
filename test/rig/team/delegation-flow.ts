/** One delegation from the work task to its report, step by step. One of the agents is in a terminal that can be killed. */
import { expect } from 'vitest';
import type { Agent, Answer } from '../home/agent.js';
import type { TestTeam } from './team.js';
import { makeWork, shown } from './work.js';

export const VICTIMS = ['chat terminal', 'task terminal', 'terminal of the partner', 'daemon of the person'] as const;
export type Victim = (typeof VICTIMS)[number];
export const WORDS = ['しりとり', 'りんご'] as const;

type Role = 'task' | 'chat' | 'partner';
const IN_TERMINAL: Readonly<Partial<Record<Victim, Role>>> = {
  'chat terminal': 'chat',
  'task terminal': 'task',
  'terminal of the partner': 'partner',
};

export interface Step {
  readonly name: string;
  /** The tool to call; none if the terminal is told on its own. */
  readonly act: (flow: DelegationFlow) => Promise<unknown>;
  readonly isDone: (flow: DelegationFlow) => Promise<boolean>;
}

export class DelegationFlow {
  readonly #tokens = new Map<Role, string>();
  #terminal: Agent | null = null;

  private constructor(
    readonly team: TestTeam,
    readonly victim: Victim,
    readonly id: string,
    readonly partnerId: string,
    readonly taskId: string,
  ) {}

  static async begin(team: TestTeam, victim: Victim): Promise<DelegationFlow> {
    const [id, partnerId] = [await team.agent(undefined, { parent: 'tester' }), await team.agent()];
    const taskId = await makeWork(team, { assignee: id, status: 'in_progress' });
    const flow = new DelegationFlow(team, victim, id, partnerId, taskId);
    for (const role of ['task', 'chat', 'partner'] as const) await flow.#enter(role);
    return flow;
  }

  isInTerminal(role: Role): boolean {
    return IN_TERMINAL[this.victim] === role;
  }

  /** Through the terminal's own daemon, or that of the person. */
  async call(role: Role, tool: string, args: Record<string, unknown> = {}): Promise<Answer['body']> {
    const daemon = this.isInTerminal(role) && this.#terminal ? this.#terminal : this.team.daemon;
    const { body } = await daemon.call(`/tools/${tool}`, { key: this.#tokens.get(role) as string, body: args });
    return body;
  }

  kill(): void {
    const { entry } = this.isPerson || !this.#terminal ? this.team.daemon : this.#terminal;
    process.kill(entry.pid, 'SIGKILL');
  }

  /** The agent that was killed is back. */
  async recover(): Promise<void> {
    if (this.isPerson) {
      await this.team.home.run(['inbox', '--peek']);
      return;
    }
    // A session that has ended keeps nothing.
    if (this.isInTerminal('chat')) await expect.poll(() => this.delegationStatus()).not.toBe('processing');
    if (this.isInTerminal('task')) await expect.poll(() => this.executions('running')).toEqual([]);
    await this.#enter(IN_TERMINAL[this.victim] as Role);
  }

  /** Ends a terminal that is no longer needed, because every open one makes changes more expensive. */
  async close(): Promise<void> {
    await this.#terminal?.call('/control/stop', { body: {} });
  }

  get isPerson(): boolean {
    return this.victim === 'daemon of the person';
  }

  async delegation(): Promise<Record<string, string> | undefined> {
    const { delegations } = await this.team.ask('/delegations?limit=500');
    const own = delegations.filter((each: Record<string, string>) => each.agent_id === this.id);
    expect(own.length).toBeLessThanOrEqual(1);
    return own[0];
  }

  async delegationStatus(): Promise<string | undefined> {
    return (await this.delegation())?.status;
  }

  async conversation(): Promise<Record<string, string | number> | undefined> {
    const { conversations } = await this.team.ask('/conversations?project=shop');
    return conversations.find((each: Record<string, string>) => each.task_id === this.taskId);
  }

  async workStatus(): Promise<string> {
    return (await shown(this.team, this.taskId)).task.status;
  }

  async executions(status: string): Promise<unknown[]> {
    const { executions } = await this.team.ask(`/executions?task=${this.taskId}`);
    return executions.filter((each: Record<string, string>) => each.status === status);
  }

  async #enter(role: Role): Promise<void> {
    const id = role === 'partner' ? this.partnerId : this.id;
    const purpose = role === 'task' ? 'task' : 'chat';
    if (!this.isInTerminal(role)) {
      this.#tokens.set(role, await this.team.session(id, purpose));
      return;
    }
    this.#terminal = await this.team.home.agent(id, { options: ['--project', 'shop', '--purpose', purpose] });
    const { stdout } = await this.#terminal.inside(['sh', '-c', 'printf %s "$SYNAPSE_SESSION_TOKEN"']);
    this.#tokens.set(role, stdout);
  }
}

const isOver = (state: unknown) => state === 'ended' || state === 'terminating';
/** A chat terminal is told on its own. */
const told = (role: Role) => async (flow: DelegationFlow) =>
  flow.isInTerminal(role) ? null : flow.call(role, 'get_next_action');

export const STEPS: readonly Step[] = [
  {
    name: 'delegated',
    act: (flow) => flow.call('task', 'delegate_to_chat_session', { target_agent_id: flow.partnerId, purpose: 'play' }),
    isDone: async (flow) => (await flow.delegation()) !== undefined,
  },
  {
    name: 'taken up',
    act: told('chat'),
    isDone: async (flow) => (await flow.delegationStatus()) === 'processing',
  },
  {
    name: 'started',
    act: (flow) =>
      flow.call('chat', 'start_conversation', { target_agent_id: flow.partnerId, initial_message: WORDS[0] }),
    isDone: async (flow) => (await flow.conversation()) !== undefined,
  },
  {
    name: 'joined',
    act: told('partner'),
    isDone: async (flow) => (await flow.conversation())?.state === 'active',
  },
  {
    name: 'answered',
    act: (flow) => flow.call('partner', 'send_message', { target_agent_id: flow.id, content: WORDS[1] }),
    isDone: async (flow) => (await flow.conversation())?.turns === WORDS.length,
  },
  {
    name: 'ended',
    act: async (flow) => flow.call('chat', 'end_conversation', { conversation_id: (await flow.conversation())?.id }),
    isDone: async (flow) => isOver((await flow.conversation())?.state),
  },
  {
    name: 'known to both',
    act: told('partner'),
    isDone: async (flow) => (await flow.conversation())?.state === 'ended',
  },
  {
    name: 'handed back',
    act: async (flow) =>
      flow.call('chat', 'report_delegation_completed', { delegation_id: (await flow.delegation())?.delegation_id }),
    isDone: async (flow) => (await flow.delegationStatus()) === 'completed',
  },
  {
    name: 'reported',
    act: (flow) => flow.call('task', 'report_completed', { result: 'success', summary: 'played' }),
    isDone: async (flow) => (await flow.workStatus()) === 'done',
  },
];
