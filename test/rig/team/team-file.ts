/** A team file in a scenario's home, and `synapse up` and `down` with it. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../home/binary.js';
import { type Home, json } from '../home/home.js';

export interface UpAnswer {
  readonly project: { readonly id: string; readonly change: string; readonly fields: readonly string[] };
  // biome-ignore lint/suspicious/noExplicitAny: tests look at the fields they care about.
  readonly agents: any[];
  readonly created: string[];
  readonly changed: string[];
  readonly left: string[];
  readonly started: string[];
  readonly restarted: string[];
  readonly stopped: string[];
  readonly failed: string[];
  readonly unchanged: string[];
}

export type Agents = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A person, a manager that always runs, and two workers, one of them on demand. */
export const TEAM = {
  owner: { kind: 'human' },
  lead: { command: 'cat', parent: 'owner', manager: true, role: 'plans' },
  'worker-1': { command: 'cat', parent: 'lead' },
  'worker-2': { command: 'cat', parent: 'lead', start: 'on-demand' },
} as const satisfies Agents;

export class TestTeamFile {
  readonly dir: string;

  constructor(
    readonly home: Home,
    readonly projectId = 'shop',
  ) {
    this.dir = join(home.dir, projectId);
    mkdirSync(this.dir);
  }

  /** JSON is YAML. */
  write(agents: Agents, rest: Readonly<Record<string, unknown>> = {}): this {
    const text = JSON.stringify({ project: { id: this.projectId }, ...rest, agents }, null, 2);
    writeFileSync(join(this.dir, 'synapse.yaml'), text);
    return this;
  }

  run(...args: readonly string[]): Promise<Result> {
    return this.home.run(args, { cwd: this.dir });
  }

  async up(...args: readonly string[]): Promise<UpAnswer & { readonly code: number | null }> {
    const result = await this.run('up', '--json', ...args);
    return { ...json<UpAnswer>(result), code: result.code };
  }

  async down(): Promise<{ readonly code: number | null; readonly stopped: string[] }> {
    const result = await this.run('down', '--json');
    return { ...json<{ stopped: string[] }>(result), code: result.code };
  }

  /** The files of everybody who is there. */
  live(): string[] {
    const dir = join(this.home.home, 'live');
    return existsSync(dir) ? readdirSync(dir).sort() : [];
  }

  /** What is declared of an agent. */
  async agent(id: string): Promise<Record<string, unknown> | undefined> {
    const { body } = await this.home.person().call(`/agents?project=${this.projectId}`);
    return body.agents.find((agent: { id: string }) => agent.id === id);
  }

  /** Makes a work task as the person, whose daemon is started for it after a `down`, and returns its id. */
  async give(assignee: string, status = 'in_progress'): Promise<string> {
    const task = { project: this.projectId, title: 'Sweep', assignee, status };
    const person = this.live().includes('tester.json') ? this.home.person() : await this.home.startPerson();
    return (await person.call('/work', { body: task })).body.task.task_id;
  }

  async work(taskId: string): Promise<Record<string, unknown>> {
    return (await this.home.person().call(`/work/${taskId}`)).body.task;
  }

  /** The process of an agent's daemon. */
  pid(id: string): number {
    return this.home.entry(id).pid;
  }
}
