/** A real agent on trial: started by Synapse over one channel, sent messages by the built command, and counted. */
import { readdirSync } from 'node:fs';
import { descendantsOf, startTimeOf } from '../../../src/processes.js';
import { Home } from '../../rig/home/home.js';
import { type AgentHome, openHome } from '../rig/homes.js';
import { type AgentName, install } from '../rig/install.js';
import { wrapper } from '../rig/team.js';
import type { FakeModel } from '../servers/model.js';
import { isAbout, type Judged, judge, type Sent, type Told } from './judge.js';
import type { Kind } from './kinds.js';

export interface Subject {
  readonly agent: AgentName;
  readonly version: string;
  /** The best channel that it may use. */
  readonly channel: string;
}

export interface Status {
  readonly status: string;
  readonly pid: number;
  readonly program_pid: number | null;
  readonly channel: string;
  readonly degraded: readonly unknown[];
  readonly queue: { readonly waiting: number };
}

interface Row {
  readonly id: string;
  readonly receipt: Told | null;
}

/** With slack for a machine that has other things to do. */
const LIMIT_MS = 90_000;
const LOOK_MS = 30;
const FINAL = ['submitted', 'answered', 'failed', 'uncertain', 'expired'];

export class Trial {
  readonly home = new Home();
  readonly sent: Sent[] = [];
  readonly notes: string[] = [];
  readonly times: number[] = [];
  /** Messages that waited until the terminal was larger. */
  readonly late: Sent[] = [];

  static async start(subject: Subject, tools: 'allow' | 'ask' = 'allow', isAwaited = true): Promise<Trial> {
    const program = await install(subject.agent, subject.version);
    const agentHome = await openHome(subject.agent, { tools, program });
    // Its own arguments are given to Synapse, which must see them to know what works with them.
    const args = agentHome.command.slice(program.length);
    const bin = wrapper(subject.agent, { ...agentHome, command: program });
    const trial = new Trial(subject, tools, agentHome, bin, args);
    try {
      await trial.run();
      if (isAwaited) await trial.ready();
      return trial;
    } catch (error) {
      await trial.close();
      throw error;
    }
  }

  private constructor(
    readonly subject: Subject,
    readonly tools: 'allow' | 'ask',
    readonly agentHome: AgentHome,
    private readonly bin: string,
    private readonly args: readonly string[],
  ) {}

  get name(): AgentName {
    return this.subject.agent;
  }

  get model(): FakeModel {
    return this.agentHome.model;
  }

  get cwd(): string {
    return this.agentHome.cwd;
  }

  /** Starts its daemon and its program, again if it has ended. */
  async run(): Promise<void> {
    const { env, cwd } = this.agentHome;
    const channels = this.subject.channel === 'paste' ? { SYNAPSE_CHANNELS: 'paste' } : {};
    const own = { ...env, PATH: `${this.bin}:${env.PATH}`, ...channels };
    await this.home.agent(this.name, { profile: this.name, env: own, cwd, program: this.args });
  }

  /** Forgets what was counted so far. False if it is not fit for another case: a channel that was given up stays so in this run. */
  async begin(): Promise<boolean> {
    for (const list of [this.sent, this.notes, this.times, this.late]) list.length = 0;
    this.model.script(() => ({ text: 'Understood.' }));
    return (await this.ready()) && (await this.status()).degraded.length === 0;
  }

  /** Sends it with the command, and returns once that has ended. */
  async send(kind: Kind, ...options: string[]): Promise<Sent> {
    const sentAt = Date.now();
    const words = ['send', this.name, '-', '--quiet', ...options];
    const { code, stdout, stderr } = await this.home.run(words, { input: kind.text });
    if (code !== 0 && code !== 5) throw new Error(`send ended with ${code}: ${stderr}`);
    const message = { id: stdout.trim(), kind, sentAt };
    this.sent.push(message);
    return message;
  }

  /** A command that must work. */
  async command(...words: string[]): Promise<void> {
    const { code, stderr } = await this.home.run(words);
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
  }

  /** Says something of its own, which makes the model do what its script says. */
  say(text: string): Promise<Sent> {
    return this.send({ name: 'a cue', text, read: text });
  }

  hasHeard(message: Pick<Sent, 'id'>): boolean {
    return this.model.heard().some(({ text }) => isAbout(text, message));
  }

  /** Whether the model has read it in time. Notes how long it took. */
  async read(message: Sent, limitMs = LIMIT_MS): Promise<boolean> {
    const isRead = await this.until(() => this.hasHeard(message), limitMs);
    const at = this.model.heard().find(({ text }) => isAbout(text, message))?.at;
    if (at !== undefined) this.times.push(at - message.sentAt);
    if (!isRead) this.notes.push(`${message.kind.name} was not read in time\n${await this.screen()}`);
    return isRead;
  }

  status(): Promise<Status> {
    return this.#ask('/status') as Promise<Status>;
  }

  async screen(): Promise<string> {
    const { text } = (await this.#ask('/screen').catch(() => ({ text: '(no screen)' }))) as { text: string };
    return text;
  }

  async is(wanted: string, limitMs = LIMIT_MS): Promise<boolean> {
    const isIt = await this.until(async () => (await this.status()).status === wanted, limitMs);
    if (!isIt) this.notes.push(`never ${wanted}\n${await this.screen()}`);
    return isIt;
  }

  ready(): Promise<boolean> {
    return this.is('ready');
  }

  async shows(text: string): Promise<boolean> {
    return this.until(async () => (await this.screen()).includes(text), LIMIT_MS);
  }

  /** The last word about each message, as its sender sees it. */
  async told(): Promise<ReadonlyMap<string, Told>> {
    const found = await Promise.all(this.sent.map(async ({ id }) => [id, await this.receiptOf(id)] as const));
    return new Map(found.flatMap(([id, told]) => (told ? [[id, told] as const] : [])));
  }

  async receiptOf(id: string): Promise<Told | null> {
    const { status, body } = await this.home.person().call(`/tasks/${id}`);
    return status === 200 ? ((body.task ?? body) as Row).receipt : null;
  }

  /** Waits until nothing is under way any more, and counts. */
  async judged(): Promise<Judged> {
    await this.until(
      async () => [...(await this.told()).values()].every(({ state }) => FINAL.includes(state)),
      LIMIT_MS,
      500,
    );
    const [told, { agent, channel }] = [await this.told(), this.subject];
    const judged = judge({ agent, channel, sent: this.sent, heard: this.model.heard(), told });
    const stray = readdirSync(this.cwd).filter((file) => file.startsWith('executed'));
    return { ...judged, odd: [...judged.odd, ...stray.map((file) => `${file} was made`), ...this.notes] };
  }

  /** Every process of the agent, without its daemon. */
  async processes(): Promise<number[]> {
    const { pid } = await this.status();
    return descendantsOf([pid]);
  }

  async killDaemon(): Promise<void> {
    const { pid } = this.home.entry(this.name);
    process.kill(pid, 'SIGKILL');
    await this.until(() => startTimeOf(pid) === null, LIMIT_MS);
  }

  /** False if it took too long. */
  async until(isSo: () => boolean | Promise<boolean>, limitMs: number, lookMs = LOOK_MS): Promise<boolean> {
    const limit = Date.now() + limitMs;
    for (;;) {
      try {
        if (await isSo()) return true;
      } catch {
        // Its daemon does not answer at this moment.
      }
      if (Date.now() > limit) return false;
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  }

  async close(): Promise<void> {
    try {
      // A program in the middle of its work leaves nothing behind only if it is stopped.
      await this.home.run(['stop', this.name]);
      await this.home.close();
    } finally {
      await this.agentHome.close();
    }
  }

  async #ask(path: string): Promise<unknown> {
    const { status, body } = await this.home.person(this.name).call(path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return body;
  }
}
