/** The network between ssh and sshd, as bad as a test wants it: cut at any byte, or stalled. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export class CuttingProxy {
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  readonly #to: () => number;
  #cutAfter: { bytes: number; readonly done: () => void } | null = null;
  #isStalled = false;
  /** How many connections were cut. */
  cuts = 0;

  /** Leads to a port of this machine, which may change. */
  constructor(to: () => number) {
    this.#to = to;
    this.#server = createServer((near) => this.#join(near));
  }

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Cuts what is open now, without a farewell. */
  cut(): void {
    if (this.#connections.size > 0) this.cuts += 1;
    for (const socket of this.#connections) socket.resetAndDestroy();
    this.#connections.clear();
  }

  /** Cuts when so many more bytes have passed, wherever in a frame that is. */
  cutAfter(bytes: number): Promise<void> {
    return new Promise((done) => {
      this.#cutAfter = { bytes, done };
    });
  }

  /** Takes connections and bytes, but passes nothing on until it is `resumed`. */
  stall(): void {
    this.#isStalled = true;
    for (const socket of this.#connections) socket.pause();
  }

  resume(): void {
    this.#isStalled = false;
    for (const socket of this.#connections) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket): void {
    const far = connect(this.#to(), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#connections.add(from);
      from.setNoDelay(true);
      from.on('error', () => {});
      from.on('close', () => {
        this.#connections.delete(from);
        to.destroy();
      });
      from.on('end', () => to.end());
      from.on('data', (bytes: Buffer) => this.#pass(bytes, to));
      if (this.#isStalled) from.pause();
    }
  }

  #pass(bytes: Buffer, to: Socket): void {
    const cut = this.#cutAfter;
    if (!cut || bytes.length < cut.bytes) {
      if (cut) cut.bytes -= bytes.length;
      to.write(bytes);
      return;
    }
    this.#cutAfter = null;
    // The first part arrives, the rest does not.
    to.write(bytes.subarray(0, cut.bytes), () => {
      this.cut();
      cut.done();
    });
  }
}
