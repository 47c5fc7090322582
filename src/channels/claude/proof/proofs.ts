/**
 * Waits for proof that messages were read: the transcript of the session, or its hooks, or that the program has ended.
 * A message in the transcript is only recorded; what the model says behind it proves the rest.
 */
import type { SettledByDoor } from '../../front-door.js';
import type { HookEvent } from '../reports/hook-event.js';
import type { Reports } from '../reports/reports.js';
import { isSaid } from './transcript-lines.js';
import { TranscriptTail } from './transcript-tail.js';
import { type Limits, Unproven } from './unproven.js';

export interface Expected {
  readonly uuid: string;
  readonly text: string;
}

export interface ProofsOptions {
  readonly reports: Reports;
  /** Whether this line of a transcript shows that the session has taken the message for good. */
  proves(line: string, expected: Expected): boolean;
  readonly limits: Limits;
}

/** How often to look into the transcript while something is to be proven. */
const LOOK_EVERY_MS = 100;
/** How long to look for the answer to what is recorded. It proves more only in the first seconds. */
const ANSWER_LIMIT_MS = 60_000;
/** These hooks run only in a turn that has begun. */
const IN_TURN = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'Stop']);

export class Proofs {
  readonly #options: ProofsOptions;
  readonly #tail = new TranscriptTail();
  readonly #unproven: Unproven;
  readonly #expected = new Map<string, Expected>();
  /** The turn that began with each message, if one did. Another hook may still have stopped it. */
  readonly #submittedTo = new Map<string, string | null>();
  readonly #unanswered = new Map<string, { readonly since: number; readonly answered: () => void }>();
  #turn: string | null = null;
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
    if (this.#looking === undefined) this.#tail.startAt(this.#options.reports.transcript);
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
    this.#forgetAnswers();
  }

  /** Nobody looks any more. */
  close(): void {
    for (const uuid of [...this.#expected.keys()]) this.settle(uuid, NO_EVIDENCE);
    this.#forgetAnswers();
  }

  #remove(uuid: string): void {
    this.#expected.delete(uuid);
    if (!this.#unanswered.has(uuid)) this.#submittedTo.delete(uuid);
    this.#rest();
  }

  #rest(): void {
    if (this.count > 0 || this.#unanswered.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  #lookIntoTranscript(): void {
    if (this.#looking === undefined) return;
    for (const line of this.#tail.read(this.#options.reports.transcript)) {
      if (isSaid(line)) for (const uuid of [...this.#unanswered.keys()]) this.#answered(uuid);
      for (const expected of [...this.#expected.values()]) {
        if (this.#options.proves(line, expected)) this.#recorded(expected.uuid);
      }
    }
    for (const [uuid, { since }] of [...this.#unanswered]) {
      if (performance.now() - since > ANSWER_LIMIT_MS) this.#forgetAnswer(uuid);
    }
  }

  #recorded(uuid: string): void {
    const answered = new Promise<void>((resolve) => {
      this.#unanswered.set(uuid, { since: performance.now(), answered: resolve });
    });
    this.settle(uuid, { type: 'recorded', answered });
  }

  #answered(uuid: string): void {
    this.#unanswered.get(uuid)?.answered();
    this.#forgetAnswer(uuid);
  }

  #forgetAnswers(): void {
    for (const uuid of [...this.#unanswered.keys()]) this.#forgetAnswer(uuid);
  }

  #forgetAnswer(uuid: string): void {
    this.#unanswered.delete(uuid);
    this.#remove(uuid);
  }

  #follow({ name, prompt, promptId, isOfSubagent }: HookEvent): void {
    if (isOfSubagent) return;
    if (name === 'UserPromptSubmit') {
      // One that comes during a turn says nothing about what the hooks of that turn prove.
      const begun = promptId === this.#turn ? null : promptId;
      for (const { uuid, text } of this.#expected.values()) {
        if (prompt?.trim() === text.trim()) this.#submittedTo.set(uuid, begun);
      }
    }
    this.#turn = promptId;
    if (!IN_TURN.has(name)) return;
    for (const [uuid, turn] of [...this.#submittedTo]) {
      if (turn === null || turn !== promptId) continue;
      if (this.has(uuid)) this.settle(uuid, { type: 'submitted' });
      else this.#answered(uuid);
    }
  }
}

const NO_EVIDENCE: SettledByDoor = { type: 'uncertain', reason: 'no_evidence' };
