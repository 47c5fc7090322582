/** A real agent in a terminal of its own, driven by bytes and watched through its screen. */
import { randomUUID } from 'node:crypto';
import type { Colors } from '../../../src/terminal/screen/screen.js';
import { TerminalSession, type TerminalSize } from '../../../src/terminal/terminal-session.js';
import type { FakeModel } from '../servers/model.js';
import { type AgentHome, type HomeOptions, openHome } from './homes.js';
import type { AgentName } from './install.js';

export interface StartOptions extends HomeOptions, Partial<TerminalSize> {
  /** Those of the person's terminal. By default, a dark one. */
  readonly colors?: Colors;
}

interface Look {
  readonly cols?: number | undefined;
  readonly rows?: number | undefined;
  readonly colors?: Colors | undefined;
}

const SCREEN_LIMIT_MS = 60_000;
const STILL_MS = 300;
/** Spinners never stop. */
const SETTLE_LIMIT_MS = 1_500;

export class AgentTerminal {
  static async start(name: AgentName, { cols, rows, colors, ...options }: StartOptions = {}): Promise<AgentTerminal> {
    const home = await openHome(name, options);
    return AgentTerminal.run(home, home, { cols, rows, colors });
  }

  /** Runs the agent in this home with other arguments, say, than it has there. */
  static async run(
    home: AgentHome,
    { command, env }: Pick<AgentHome, 'command' | 'env'>,
    { cols = 120, rows = 40, colors }: Look = {},
  ): Promise<AgentTerminal> {
    const [file = '', ...args] = command;
    const instance = randomUUID();
    const options = {
      file,
      args,
      cwd: home.cwd,
      env: { ...env, SYNAPSE_INSTANCE: instance },
      cols,
      rows,
      colors,
      instance,
    };
    return new AgentTerminal(home, await TerminalSession.start(options));
  }

  private constructor(
    readonly home: AgentHome,
    readonly session: TerminalSession,
  ) {}

  get model(): FakeModel {
    return this.home.model;
  }

  type(text: string): Promise<void> {
    return this.session.write(Buffer.from(text));
  }

  paste(text: string): Promise<void> {
    return this.type(`\x1b[200~${text}\x1b[201~`);
  }

  /** Resolves when the screen matches. */
  async shows(fits: string | RegExp | ((text: string) => boolean)): Promise<void> {
    const isIt =
      typeof fits === 'function'
        ? fits
        : (text: string) => (typeof fits === 'string' ? text.includes(fits) : fits.test(text));
    await this.#until(() => isIt(this.session.screenText()), String(fits));
  }

  /** Agents draw in several steps. Resolves when one has been still for a moment, or has kept drawing for too long. */
  async settled(): Promise<void> {
    const since = Date.now();
    const stillMs = () => Date.now() - Math.max(since, this.session.lastOutputAt ?? since);
    await this.#until(() => stillMs() >= STILL_MS || Date.now() - since > SETTLE_LIMIT_MS, 'a screen');
  }

  async close(): Promise<void> {
    const survivors = await this.session.end();
    await this.home.close();
    if (survivors.length > 0) throw new Error(`still alive: ${survivors.join(', ')}`);
  }

  async #until(isSo: () => boolean, what: string): Promise<void> {
    const until = Date.now() + SCREEN_LIMIT_MS;
    while (this.session.undrawnBytes > 0 || !isSo()) {
      if (Date.now() > until) throw new Error(`never: ${what}\n${this.session.screenText()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
