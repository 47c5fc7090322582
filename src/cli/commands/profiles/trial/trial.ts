/** One run of a profile's program over one of its channels, in a home of its own: sends messages and checks what happens. */
import { callDaemon } from '../../../../a2a/local.js';
import { fail } from '../../../../errors.js';
import { Registry } from '../../../../registry/registry.js';

/** The agents of the test: who sends, and who is tried. */
export const TESTER = 'tester';
export const TESTED = 'tested';

export interface Receipt {
  readonly state: string;
  readonly reason: string | null;
  readonly via: string | null;
}

export interface Sent {
  readonly id: string;
  readonly at: number;
}

const LOOK_EVERY_MS = 100;
const FINAL: readonly string[] = ['submitted', 'answered', 'failed', 'expired', 'uncertain'];

export class Trial {
  readonly #registry: Registry;

  constructor(
    private readonly home: string,
    private readonly limitMs: number,
  ) {
    this.#registry = new Registry(home);
  }

  async send(text: string): Promise<Sent> {
    const at = performance.now();
    const { task } = await this.#ask(TESTER, '/send', { target: TESTED, text, brief: true });
    return { id: String(task.id), at };
  }

  async receipt(sent: Sent): Promise<Receipt> {
    return (await this.receipts(sent)).at(-1) as Receipt;
  }

  /** All of them, in their order. */
  async receipts({ id }: Sent): Promise<readonly Receipt[]> {
    return (await this.#ask(TESTED, `/tasks/${id}`)).task.receipts;
  }

  /** The receipt once it says what became of the message, or for which of these reasons it is held; or the last one. */
  async settled(sent: Sent, reasons: readonly string[] = []): Promise<Receipt> {
    const isSettled = ({ state, reason }: Receipt) =>
      FINAL.includes(state) || (state === 'held' && reasons.includes(reason ?? ''));
    await this.until(async () => isSettled(await this.receipt(sent)));
    return this.receipt(sent);
  }

  /** Waits until the message is in the program's box or inbox, or will not get there. */
  async taken(sent: Sent): Promise<void> {
    await this.until(async () => ['typed', ...FINAL].includes((await this.receipt(sent)).state));
  }

  async status(): Promise<string> {
    return (await this.#ask(TESTED, '/status')).status;
  }

  /** The channels that are not used, with the reason. */
  async unused(): Promise<readonly { readonly channel: string; readonly why: string }[]> {
    return (await this.#ask(TESTED, '/status')).degraded;
  }

  async screen(): Promise<string> {
    return String((await this.#ask(TESTED, '/screen')).text).trimEnd();
  }

  async shows(words: string): Promise<boolean> {
    return squeeze(await this.screen()).includes(squeeze(words));
  }

  press(keys: string): Promise<unknown> {
    return this.#ask(TESTED, '/control/keys', { keys });
  }

  /** False if it is not so in time. */
  async until(isSo: () => Promise<boolean>, limitMs = this.limitMs): Promise<boolean> {
    const end = performance.now() + limitMs;
    for (;;) {
      if (await isSo()) return true;
      if (performance.now() >= end) return false;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of the daemon of the same version.
  #ask(id: string, path: string, body?: unknown): Promise<any> {
    const live = this.#registry.live(id);
    if (!live) throw fail('agent_not_running', { agent: id });
    return callDaemon(live, this.home, { path, ...(body === undefined ? {} : { body }) });
  }
}

/** A program may wrap lines, and draw a frame around them. */
function squeeze(text: string): string {
  return text.replace(/[\s│┃|]+/g, '');
}
