/** Opens outside agents when they are called, and records whether they answer. */
import type { OutsideAgent, Trouble } from '../../../a2a/external/main.js';
import { type ExternalAgent, isAllowed, readContact, writeContact } from '../../../registry/externals.js';
import type { DaemonContext } from '../../context.js';

type LoadClient = () => Promise<Pick<typeof import('../../../a2a/external/main.js'), 'readCard' | 'OutsideAgent'>>;

interface Opened {
  readonly key: string;
  readonly agent: OutsideAgent;
  readonly atMs: number;
}

/** A card that is older is read again. */
const CARD_AGE_MS = 10 * 60_000;

export class OutsideAgents {
  readonly #context: DaemonContext;
  readonly #load: LoadClient;
  readonly #opened = new Map<string, Opened>();
  /** What the contact file says, as far as this daemon has written it. */
  readonly #noted = new Map<string, string>();

  constructor(context: DaemonContext, load: LoadClient = () => import('../../../a2a/external/main.js')) {
    this.#context = context;
    this.#load = load;
  }

  /** Reads the card on first use. The SDK is loaded only then. */
  async open(external: ExternalAgent): Promise<OutsideAgent | Trouble> {
    const { name, cardUrl, token, ca } = external;
    const key = JSON.stringify(external);
    const known = this.#opened.get(name);
    const nowMs = this.#context.clock.monotonicMs();
    if (known?.key === key && nowMs - known.atMs < CARD_AGE_MS) return known.agent;
    const { readCard, OutsideAgent } = await this.#load();
    const reach = { allows: (url: URL) => isAllowed(external, url), token, ca };
    const card = await readCard(cardUrl, reach);
    const agent = card.type === 'trouble' ? card : await OutsideAgent.open(card, reach);
    if ('type' in agent) this.troubled(name, agent);
    else this.#opened.set(name, { key, agent, atMs: nowMs });
    return agent;
  }

  /** It answered. `keepsContexts` says whether its task is in the context that we chose. */
  answered(name: string, keepsContexts?: boolean): void {
    this.#note(name, { isReachable: true, reason: null, ...(keepsContexts === undefined ? {} : { keepsContexts }) });
  }

  /** Its card may have changed, so it is read again. */
  troubled(name: string, { kind, reason }: Trouble): void {
    if (kind === 'refused') {
      this.answered(name);
    } else {
      this.#opened.delete(name);
      this.#note(name, { isReachable: false, reason });
    }
  }

  keepsContexts(name: string): boolean {
    return readContact(this.#context.home, name)?.keepsContexts ?? false;
  }

  /** Writes the file only if there is news. */
  #note(
    name: string,
    news: { readonly isReachable: boolean; readonly reason: string | null; readonly keepsContexts?: boolean },
  ): void {
    const { home, clock, log } = this.#context;
    const text = JSON.stringify(news);
    if (this.#noted.get(name) === text) return;
    this.#noted.set(name, text);
    try {
      const keepsContexts = news.keepsContexts ?? readContact(home, name)?.keepsContexts ?? false;
      writeContact(home, name, { ...news, keepsContexts, at: clock.now() });
    } catch (error) {
      log.error('cannot note whether an outside agent answers', { name, reason: (error as Error).message });
    }
  }
}
