/** Waits for proof that messages were read: the transcript of the session, or its hooks, or that the program has ended. */
import type { SettledByDoor } from '../../front-door.js';
import type { HookEvent } from '../reports/hook-event.js';
import type { Reports } from '../reports/reports.js';
import { TranscriptTail } from './transcript-tail.js';
import { type Limits, Unproven } from './unproven.js';

export interface Expected {
  readonly uuid: string;
  readonly text: string;
}

export interface ProofsOptions {
  readonly reports: Reports;
  /** Whether this line of a transcript proves that the message was read. */
  proves(line: string, expected: Expected): boolean;
  readonly limits: Limits;
}

/** How often to look into the transcript while something is to be proven. */
const LOOK_EVERY_MS = 100;
/** These hooks run only in a turn that has begun. */
const IN_TURN = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'Stop']);

export class Proofs {
  readonly #options: ProofsOptions;
  readonly #tail = new TranscriptTail();
  readonly #unproven: Unproven;
  readonly #expected = new Map<string, Expected>();
  /** The turns that these messages were submitted to. Another hook may still have stopped them. */
  readonly #submittedTo = new Map<string, string | null>();
  #looking: NodeJS.Timeout | undefined;

  constructor(options: ProofsOptions) {
    this.#options = options;
    const { reports, limits } = options;
    this.#unproven = new Unproven({ evidence: () => reports.evidence, look: () => this.look(), limits });
    reports.onHook((event) => this.#follow(event));
    reports.onChange(() => {
      this.#lookIntoTranscript();
      this.#unproven.changed();
    });
  }

  get count(): number {
    return this.#expected.size;
  }

  has(uuid: string): boolean {
    return this.#expected.has(uuid);
  }

  /** To be called before the first byte leaves, because the proof can be there before we know that it has left. */
  expect(expected: Expected): Promise<SettledByDoor> {
    if (this.count === 0) this.#tail.startAt(this.#options.reports.transcript);
    this.#expected.set(expected.uuid, expected);
    this.#looking ??= setInterval(() => this.#lookIntoTranscript(), LOOK_EVERY_MS);
    return this.#unproven.wait(expected.uuid);
  }

  /** It was not handed over after all. */
  forget(uuid: string): void {
    this.#unproven.forget(uuid);
    this.#remove(uuid);
  }

  settle(uuid: string, settled: SettledByDoor): void {
    this.#remove(uuid);
    this.#unproven.settle(uuid, settled);
  }

  look(): void {
    this.#options.reports.look();
    this.#lookIntoTranscript();
  }

  /** The program has ended, and what it had not read by then is lost. */
  end(): void {
    this.look();
    for (const uuid of [...this.#expected.keys()]) {
      const wasSubmitted = this.#submittedTo.has(uuid);
      this.settle(uuid, wasSubmitted ? NO_EVIDENCE : { type: 'dropped', reason: 'program_ended' });
    }
  }

  /** Nobody looks any more. */
  close(): void {
    for (const uuid of [...this.#expected.keys()]) this.settle(uuid, NO_EVIDENCE);
  }

  #remove(uuid: string): void {
    this.#expected.delete(uuid);
    this.#submittedTo.delete(uuid);
    if (this.count > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  #lookIntoTranscript(): void {
    if (this.count === 0) return;
    for (const line of this.#tail.read(this.#options.reports.transcript)) {
      for (const expected of [...this.#expected.values()]) {
        if (this.#options.proves(line, expected)) this.settle(expected.uuid, { type: 'submitted' });
      }
    }
  }

  #follow({ name, prompt, promptId, isOfSubagent }: HookEvent): void {
    if (isOfSubagent) return;
    if (name === 'UserPromptSubmit') {
      for (const { uuid, text } of this.#expected.values()) {
        if (prompt?.trim() === text.trim()) this.#submittedTo.set(uuid, promptId);
      }
    }
    if (!IN_TURN.has(name)) return;
    for (const [uuid, turn] of [...this.#submittedTo]) {
      if (turn === promptId) this.settle(uuid, { type: 'submitted' });
    }
  }
}

const NO_EVIDENCE: SettledByDoor = { type: 'uncertain', reason: 'no_evidence' };
