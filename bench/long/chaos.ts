/**
 * Ten thousand messages while daemons and programs are killed, stopped and frozen, and the disk is full now and then.
 * Counts what must never happen: a lost message, one that a program got twice, and a receipt that is not true.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { callDaemon, streamDaemon } from '../../src/a2a/local.js';
import { BenchHome, SYNAPSE } from '../rig/home.js';
import type { Line } from '../rig/line.js';
import { findWrong, type Receipt, type Sent, textOf } from './chaos-verdict.js';

const MESSAGES = Number(process.env.CHAOS_MESSAGES ?? 10_000);
const READERS = ['fast-1', 'fast-2', 'slow-1', 'slow-2'];
const SENDERS = ['sender-1', 'sender-2', 'bench'];
const AT_ONCE = 12;
const CALM_MS = 300_000;
const DISK_MIB = 256;

/** Notes each line it reads in a file of this run of the program, then takes its time. */
const READER = `
my ($base, $pause) = @ARGV;
open(my $log, '>>', "$base.$$") or die; $log->autoflush(1);
print "ready\\n";
while (my $line = <STDIN>) { print $log $line; select(undef, undef, undef, $pause) if $pause; }
`;

export async function benchChaos(): Promise<Line[]> {
  const home = new BenchHome();
  const chaos = new Chaos(home);
  try {
    chaos.prepare();
    const sent = await chaos.sendAll();
    const isCalm = await chaos.calmDown(sent);
    return await chaos.verdict(sent, isCalm);
  } finally {
    chaos.end();
  }
}

class Chaos {
  readonly #home: BenchHome;
  readonly #env: NodeJS.ProcessEnv;
  readonly #dir: string;
  readonly #logs: string;
  readonly #counts: Record<string, number> = {};
  #isOver = false;
  #isMounted = false;

  constructor(home: BenchHome) {
    this.#home = home;
    this.#env = home.env;
    this.#dir = home.env.SYNAPSE_HOME ?? '';
    this.#logs = join(home.dir, 'read');
  }

  prepare(): void {
    mkdirSync(this.#logs);
    mkdirSync(this.#dir, { mode: 0o700 });
    writeFileSync(join(this.#home.dir, 'reader.pl'), `use IO::Handle; STDOUT->autoflush(1);${READER}`);
    // Only root may mount a small disk. Without it, everything but the full disk is tried.
    const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=700`, 'tmpfs', this.#dir]);
    this.#isMounted = mount.status === 0;
    for (const id of [...READERS, ...SENDERS]) this.#start(id);
  }

  async sendAll(): Promise<Sent[]> {
    const sent: Sent[] = Array.from({ length: MESSAGES }, (_, index) => ({
      id: randomUUID(),
      target: READERS[index % READERS.length] as string,
      sender: SENDERS[index % SENDERS.length] as string,
      isAcknowledged: false,
    }));
    let next = 0;
    const worker = async () => {
      for (let index = next++; index < sent.length; index = next++) await this.#send(sent[index] as Sent, index);
    };
    const troubles = this.#makeTrouble();
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    this.#isOver = true;
    await troubles;
    return sent;
  }

  /** Repeats until a daemon acknowledges, as a script does that runs its command again. */
  async #send(message: Sent, index: number): Promise<void> {
    const body = { target: message.target, text: textOf(index), message_id: message.id, brief: true, wait_ms: 2_000 };
    for (let attempt = 0; attempt < 400 && !message.isAcknowledged; attempt++) {
      try {
        await streamDaemon(
          this.#address(message.sender),
          this.#dir,
          { path: '/send', body, timeoutMs: 15_000 },
          (line) => {
            if (line.event !== 'done') return undefined;
            message.isAcknowledged = true;
            return 'last';
          },
        );
      } catch {
        this.#count('calls without an answer');
        await pause(50 + 20 * Math.min(attempt, 20));
      }
    }
  }

  async #makeTrouble(): Promise<void> {
    const kinds = [
      () => this.#kill(this.#any([...READERS, ...SENDERS]), 'pid', 'daemons killed'),
      () => this.#kill(this.#any(READERS), 'program_pid', 'programs killed'),
      () => this.#freeze(this.#any([...READERS, ...SENDERS]), 'pid', 'daemons frozen'),
      () => this.#freeze(this.#any(READERS), 'program_pid', 'programs frozen'),
      () => this.#stop(this.#any([...READERS, ...SENDERS])),
      () => this.#fillDisk(),
    ];
    for (let round = 0; !this.#isOver; round++) {
      await (kinds[round % kinds.length] as () => Promise<void>)();
      for (const id of [...READERS, ...SENDERS]) this.#start(id);
      await pause(300);
    }
  }

  #any(ids: readonly string[]): string {
    return ids[Math.floor(Math.random() * ids.length)] as string;
  }

  async #kill(id: string, field: 'pid' | 'program_pid', name: string): Promise<void> {
    const pid = this.#pids(id)[field];
    if (!pid || !signal(pid, 'SIGKILL')) return;
    this.#count(name);
    await pause(200);
  }

  async #freeze(id: string, field: 'pid' | 'program_pid', name: string): Promise<void> {
    const pid = this.#pids(id)[field];
    if (!pid || !signal(pid, 'SIGSTOP')) return;
    this.#count(name);
    await pause(1_500);
    signal(pid, 'SIGCONT');
  }

  async #stop(id: string): Promise<void> {
    spawnSync(SYNAPSE, ['stop', id], { env: this.#env });
    this.#count('agents stopped');
  }

  async #fillDisk(): Promise<void> {
    if (!this.#isMounted) return;
    const file = join(this.#dir, 'filler');
    spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=64k', `count=${DISK_MIB * 16}`]);
    this.#count('times the disk was full');
    await pause(1_000);
    rmSync(file, { force: true });
  }

  #start(id: string): void {
    if (this.#pids(id).pid) return;
    if (id === 'bench') {
      spawnSync(SYNAPSE, ['inbox'], { env: this.#env });
      return;
    }
    const pace = id.startsWith('slow') ? '0.02' : '0';
    const command = ['perl', join(this.#home.dir, 'reader.pl'), join(this.#logs, id), pace];
    spawnSync(SYNAPSE, ['start', 'shell', '--id', id, '--', ...command], { env: this.#env });
  }

  #pids(id: string): { pid?: number; program_pid?: number } {
    try {
      const entry = JSON.parse(readFileSync(join(this.#dir, 'live', `${id}.json`), 'utf8'));
      process.kill(entry.pid, 0);
      return { pid: entry.pid, program_pid: entry.programPid ?? undefined };
    } catch {
      return {};
    }
  }

  #address(id: string): { id: string; socket: string } {
    const entry = JSON.parse(readFileSync(join(this.#dir, 'live', `${id}.json`), 'utf8'));
    return { id, socket: entry.socket };
  }

  #count(name: string): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + 1;
  }

  /** Waits until every acknowledged message has a final receipt. */
  async calmDown(sent: readonly Sent[]): Promise<boolean> {
    for (const end = Date.now() + CALM_MS; Date.now() < end; await pause(2_000)) {
      for (const id of [...READERS, ...SENDERS]) this.#start(id);
      const waiting = READERS.map((id) => this.#status(id)?.waiting ?? 1);
      const outgoing = SENDERS.map((id) => this.#status(id)?.outgoing ?? 1);
      if ([...waiting, ...outgoing].every((count) => count === 0)) return sent.length > 0;
    }
    return false;
  }

  /** Null if the agent is not running. */
  #status(id: string): { readonly waiting: number; readonly outgoing: number } | null {
    const { status, stdout } = spawnSync(SYNAPSE, ['status', id, '--json'], { env: this.#env, encoding: 'utf8' });
    return status === 0 ? (JSON.parse(stdout).queue ?? null) : null;
  }

  /** The daemons must still be running, because their receipts are read. */
  async verdict(sent: readonly Sent[], isCalm: boolean): Promise<Line[]> {
    const wrong = await findWrong(sent, { logs: this.#logs, receipts: (id, agent) => this.#receipts(id, agent) });
    const acknowledged = sent.filter((message) => message.isAcknowledged).length;
    const counts = { acknowledged, ...this.#counts, 'messages read by two instances': wrong.again };
    const detail = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
    const line = (name: string, ratio: number): Line => ({
      name: `chaos: ${name}`,
      ratio,
      limit: 0,
      samples: sent.length,
      detail: detail.join(', '),
    });
    return [
      line('messages lost', wrong.lost),
      line('messages doubled in one program', wrong.doubled),
      line('receipts that are not true', wrong.untrue),
      line('receipts that cannot be read', wrong.unreadable),
      line('not acknowledged after many repeats', sent.length - acknowledged),
      line('mail still moving at the end', isCalm ? 0 : 1),
    ];
  }

  async #receipts(messageId: string, agent: string): Promise<readonly Receipt[]> {
    const { task } = await callDaemon(this.#address(agent), this.#dir, { path: `/tasks/${messageId}` });
    return task.receipts;
  }

  end(): void {
    spawnSync(SYNAPSE, ['stop', '--all', '--force'], { env: this.#env });
    if (this.#isMounted && existsSync(this.#dir)) execFileSync('umount', ['-l', this.#dir]);
    this.#home.end();
  }
}

/** False if the process has ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
