/** A program with an input box: watches its screen, follows its status, types messages and answers its dialogs. */

import type { Delivery } from '../../channels/delivery.js';
import { Transcript } from '../../channels/evidence/transcript.js';
import type { OpenDoor } from '../../channels/front-door.js';
import { Ladder } from '../../channels/ladder.js';
import { BoxDelivery } from '../../channels/paste/box-delivery.js';
import { pasteChannel } from '../../channels/paste/paste-channel.js';
import type { PreparedDoors } from '../../channels/prepare-doors.js';
import type { ChannelName, Profile } from '../../profiles/profile.js';
import type { Task } from '../../taskstore/task.js';
import { ScreenWatch } from '../../terminal/screen/screen-watch.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';
import type { PersonKeys } from '../../terminal/typing/person-keys.js';
import { wakeAfter } from '../../terminal/typing/suspension.js';
import type { DaemonContext } from '../context.js';
import type { Outbox } from '../mail/outgoing/outbox.js';
import type { ReceiptReports } from '../mail/receipts/receipt-reports.js';
import type { TerminalPresence } from '../start/presence.js';
import { Reminders } from '../typing/reminders.js';
import type { Typist } from '../typing/typist.js';
import { fateInDatabase } from './conversation-database.js';
import { answerDialog } from './dialogs.js';
import { ScreenStatus } from './screen-status.js';

export interface BoxedParts {
  readonly context: DaemonContext;
  readonly outbox: Outbox;
  readonly presence: TerminalPresence;
  readonly reports: ReceiptReports;
  readonly typist: Typist;
  readonly session: string;
  /** Whether a request is for this program to answer, not for that of another terminal. */
  readonly isOwn: (task: Task) => boolean;
  readonly terminal: TerminalSession;
  readonly person: PersonKeys;
  readonly profile: Profile;
  readonly env: Readonly<Record<string, string>>;
  /** The folder in which the program works. */
  readonly cwd: string;
  /** Whether the program resumes its last conversation, so that it may know messages of an earlier run. */
  readonly continues: boolean;
  /** The front doors of the program, best first. */
  readonly doors: readonly OpenDoor[];
  /** Channels of the profile that this program does not have. */
  readonly missing: PreparedDoors['missing'];
}

const REMIND_AFTER_S = 5;

export class BoxedProgram {
  readonly delivery: Delivery;
  readonly status: ScreenStatus;
  readonly #parts: BoxedParts;
  readonly #watch: ScreenWatch;
  readonly #box: BoxDelivery;
  readonly #ladder: Ladder;
  readonly #reminders: Reminders;
  #answering: Promise<unknown> = Promise.resolve();

  constructor(parts: BoxedParts) {
    const { terminal, profile, person, env, cwd, continues } = parts;
    this.#parts = parts;
    this.#watch = new ScreenWatch(terminal, profile.screen);
    const transcript = new Transcript(profile.transcript, env, parts.context.clock.now(), fateInDatabase);
    this.#box = new BoxDelivery({
      terminal,
      watch: this.#watch,
      person,
      typing: profile.typing,
      pace: profile.pace,
      recorded: (mark, since) => transcript.fateOf(mark, since),
    });
    person.onTyping((keys) => {
      wakeAfter(keys, terminal);
      this.#box.personTyped();
    });
    const hints = env.SYNAPSE_REPLY_HINT !== '0';
    const paste = pasteChannel({ terminal, box: this.#box, profile, cwd, hints, continues });
    this.#ladder = new Ladder({
      ...{ doors: parts.doors, terminal: paste, hints, midturn: profile.typing.midturn },
      surviveMs: profile.pace.surviveMs,
      sight: () => this.#watch.sight.state,
      onDegraded: (channel, why) => this.#degraded(channel, why),
    });
    this.delivery = this.#ladder;
    this.status = new ScreenStatus({
      ...{ ...parts, watch: this.#watch, evidence: () => this.#ladder.evidence },
      isStuck: () => this.#box.isStuck,
    });
    this.#box.onChange(() => this.status.publishStuck());
    for (const door of parts.doors) door.onChange(() => this.#doorChanged());
    this.#doorChanged();
    const seconds = Number(env.SYNAPSE_REMIND_SECONDS) || REMIND_AFTER_S;
    this.#reminders = new Reminders({ ...parts, status: this.status, afterMs: seconds * 1000 });
  }

  /** Answers dialogs one after the other, because a second answer would go to what the first one opened, unseen. */
  answer({ dialog, choice }: Readonly<Record<string, unknown>>): Promise<unknown> {
    const parts = { agent: this.#parts.context.self.id, terminal: this.#parts.terminal, watch: this.#watch };
    const answered = this.#answering.then(() => answerDialog(parts, { seen: dialog, choice }));
    this.#answering = answered.catch(() => {});
    return answered;
  }

  #degraded(channel: ChannelName, why: string): void {
    this.#parts.context.log.error('a channel was given up', { channel, reason: why });
    this.#doorChanged();
  }

  #doorChanged(): void {
    const { presence, missing } = this.#parts;
    presence.update({ channel: this.#ladder.current, degraded: [...missing, ...this.#ladder.degraded] });
    this.status?.evidenceChanged();
  }

  close(): void {
    void this.#ladder.close();
    this.#watch.close();
    this.#box.close();
    this.#reminders.close();
  }
}
