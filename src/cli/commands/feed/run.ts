/** `synapse feed`: prints everything that happens, from the stream of the person's daemon, until it is interrupted. */
import { setTimeout as pause } from 'node:timers/promises';
import { happeningKey } from '../../../a2a/activity/happening-key.js';
import type { Activity, ActivityEvent } from '../../../a2a/activity.js';
import { readDaemon } from '../../../a2a/local.js';
import { SynapseError } from '../../../errors.js';
import { findPerson, type Sender } from '../../client/sender.js';
import { daemonBack, PASSING } from '../../client/until/daemon-back.js';
import { endWithReader } from '../../print/closed-output.js';
import { shownTime } from '../../print/local-time.js';
import { type Colors, colorsFor } from '../../print/output.js';
import { SpeakerColumn } from '../../print/speaker-line.js';
import { endInterruptedLine, printJson, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { describe } from './describe.js';
import { FeedFilter } from './filter.js';
import type { feedOptions } from './spec.js';

type Options = OptionValues<typeof feedOptions>;

const INTERRUPTED = 130;
/** The daemon has a heartbeat every 15 seconds. */
const SILENCE_MS = 40_000;
const AGAIN_MS = 300;
const OVERLAP_MS = 10_000;
const MOST_REMEMBERED = 5_000;

export async function runFeed(_args: readonly string[], options: Options): Promise<number> {
  const person = await findPerson();
  const feed = new Feed(person, options, await colorsFor(process.stdout));
  process.once('SIGINT', () => {
    endInterruptedLine();
    process.exit(INTERRUPTED);
  });
  endWithReader();
  for (;;) await feed.follow();
}

class Feed {
  readonly #sender: Sender;
  readonly #options: Options;
  readonly #colors: Colors;
  readonly #filter: FeedFilter;
  readonly #column = new SpeakerColumn();
  readonly #speakers: string[] = [];
  /** The conversations whose end was told: they end in two steps. */
  readonly #ended = new Set<string>();
  #person = '';
  #cursor: string | null = null;
  /** When something was told last. What was told shortly before is told again after a restart, and known by its key. */
  readonly #startedAt = performance.now();
  #toldAt = this.#startedAt;
  readonly #shown = new Set<string>();

  constructor(sender: Sender, options: Options, colors: Colors) {
    this.#sender = sender;
    this.#options = options;
    this.#colors = colors;
    this.#filter = new FeedFilter(options);
  }

  /** Follows the stream until it breaks, and waits until the daemon is back. */
  async follow(): Promise<void> {
    const { home } = this.#sender;
    const connection = new AbortController();
    let heardAt = performance.now();
    const watchdog = setInterval(() => {
      if (performance.now() - heardAt > SILENCE_MS) connection.abort(new Error('silent'));
    }, AGAIN_MS);
    let rest = '';
    try {
      await readDaemon(
        await daemonBack(this.#sender),
        home,
        { path: this.#path, signal: connection.signal },
        (chunk) => {
          heardAt = performance.now();
          const lines = (rest + chunk).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) if (line.startsWith('data: ')) this.#take(JSON.parse(line.slice('data: '.length)));
        },
      );
    } catch (error) {
      // It said why it cannot be watched, which no second try changes.
      const isFinal = error instanceof SynapseError && !PASSING.has(error.code);
      if (isFinal && this.#cursor === null) throw error;
    } finally {
      clearInterval(watchdog);
    }
    await pause(AGAIN_MS);
  }

  /** After a restart the daemon does not know the cursor, and reads what it can of the past. */
  get #path(): string {
    const { since } = this.#options;
    if (this.#cursor === null) return since === undefined ? '/activity' : `/activity?past=${since / 1000}`;
    const missed = Math.min(performance.now() - this.#startedAt, performance.now() - this.#toldAt + OVERLAP_MS) / 1000;
    return `/activity?since=${encodeURIComponent(this.#cursor)}&past=${missed}`;
  }

  #take(event: ActivityEvent): void {
    if (event.event === 'change') {
      this.#cursor = event.change.cursor;
      this.#show(event.change);
      return;
    }
    const { cursor, agents, person, gap, past } = event.snapshot;
    this.#cursor = cursor;
    this.#person = person;
    this.#filter.know(agents);
    if (gap) printNote('note: Something may be missing here: the feed was interrupted.');
    for (const activity of past) if (!this.#shown.has(happeningKey(activity))) this.#show(activity);
  }

  #show(activity: Activity): void {
    this.#toldAt = performance.now();
    this.#shown.add(happeningKey(activity));
    const [oldest] = this.#shown;
    if (this.#shown.size > MOST_REMEMBERED && oldest !== undefined) this.#shown.delete(oldest);
    if (!this.#filter.isWanted(activity) || this.#isSecondEnd(activity)) return;
    const said = this.#options.json ? null : describe(activity, this.#colors);
    if (this.#options.json) printJson(activity);
    const { dim } = this.#colors;
    if (said) this.#column.draw(said, this.#paintOf(said.who), { time: timeOf(activity.at), dim });
  }

  #isSecondEnd(activity: Activity): boolean {
    if (activity.event !== 'conversation' || /^(?:pending|active)$/.test(activity.state)) return false;
    if (this.#ended.has(activity.id)) return this.#options.json !== true;
    this.#ended.add(activity.id);
    return false;
  }

  /** The person is green, as in the demo; the agents take turns. */
  #paintOf(who: string): (text: string) => string {
    const { green, cyan, yellow, bold } = this.#colors;
    if (who === this.#person) return green;
    if (!this.#speakers.includes(who)) this.#speakers.push(who);
    const paints = [cyan, yellow, (text: string) => bold(cyan(text)), (text: string) => bold(yellow(text))];
    return paints[this.#speakers.indexOf(who) % paints.length] as (text: string) => string;
  }
}

/** On a terminal the time of day is enough. */
function timeOf(iso: string): string {
  const shown = shownTime(iso);
  return shown === iso ? iso : shown.slice('2026-11-18 '.length);
}
