/** A real agent whose input box gets messages the way a daemon delivers them. */
import { expect } from 'vitest';
import { BoxDelivery } from '../../../src/channels/paste/box-delivery.js';
import { typedText } from '../../../src/channels/typed-text.js';
import { BUILTIN_PROFILES } from '../../../src/profiles/builtin-profiles.js';
import type { Profile } from '../../../src/profiles/profile.js';
import { ScreenWatch } from '../../../src/terminal/screen/screen-watch.js';
import type { AgentName } from './install.js';
import { AgentTerminal, type StartOptions } from './terminal.js';

const FREE_LIMIT_MS = 60_000;
const PERSON = { idleMs: Number.POSITIVE_INFINITY, keepBack: () => {}, letThrough: () => {} };

export class BoxedAgent {
  readonly box: BoxDelivery;
  readonly #watch: ScreenWatch;

  static async start(name: AgentName, options: StartOptions = {}): Promise<BoxedAgent> {
    return new BoxedAgent(name, await AgentTerminal.start(name, options));
  }

  private constructor(
    name: AgentName,
    readonly terminal: AgentTerminal,
  ) {
    const profile = BUILTIN_PROFILES.find((each) => each.name === name) as Profile;
    this.#watch = new ScreenWatch(terminal.session, profile.screen);
    const parts = { terminal: terminal.session, watch: this.#watch, person: PERSON, recorded: () => 'absent' as const };
    this.box = new BoxDelivery({ ...parts, typing: profile.typing, pace: profile.pace });
  }

  /** What the agent reads of the message with this number. */
  typed(index: number, text: string): string {
    const shortId = index.toString(16).padStart(8, '0');
    return typedText({ shortId, sender: 'tester', text, maxChars: 10_000, takesLines: true, hint: false }).text;
  }

  async free(): Promise<void> {
    await expect.poll(() => this.box.holdReason, { timeout: FREE_LIMIT_MS, interval: 50 }).toBeNull();
  }

  async close(): Promise<void> {
    this.#watch.close();
    this.box.close();
    await this.terminal.close();
  }
}
