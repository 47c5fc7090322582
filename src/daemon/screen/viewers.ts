/** All viewers of an agent's terminal. The one who typed last decides its size. */
import { type Exit, encodeFrame, TERMINAL_PROTOCOL } from '../../a2a/frames.js';
import { fail } from '../../errors.js';
import type { ProgramExit } from '../../terminal/program/pty.js';
import { QueryFilter } from '../../terminal/screen/query-filter.js';
import { isTyping } from '../../terminal/typing/person-keys.js';
import type { Exchange } from '../http/exchange.js';
import type { RunningProgram } from '../start/wrapped-program.js';
import { Viewer } from './viewer.js';
import { type Arrival, readArrival } from './viewer-arrival.js';

export interface ViewersParts {
  readonly agent: string;
  readonly foreground: boolean;
  /** Called when the terminal that the agent was started in is gone. */
  readonly abandoned: () => void;
}

const ARRIVAL_LIMIT_MS = 10_000;
/** How long viewers may read on when the program has ended, and when somebody stops the agent. */
const SETTLE_LIMIT_MS = 3_500;
const STOP_LIMIT_MS = 1_000;
/** With more unwritten keys than this, nothing more is read from a viewer. */
const MOST_WAITING_KEYS = 256 * 1024;
/** How often a viewer of another size is drawn. */
const CLIPPED_EVERY_MS = 40;
/** Somebody who comes later can look back as far as the screen remembers. */
const SCROLLBACK_LINES = 200;
const NOTHING = Buffer.alloc(0);

export class Viewers {
  readonly #parts: ViewersParts;
  /** The one that decides the size comes first. */
  #viewers: readonly Viewer[] = [];
  readonly #leaving = new Set<Promise<void>>();
  #isFirst = true;
  #arrived: (arrival: Arrival) => void = () => {};
  #opened: (program: RunningProgram) => void = () => {};
  #refused: (error: unknown) => void = () => {};
  readonly #arrival = new Promise<Arrival>((resolve) => {
    this.#arrived = resolve;
  });
  readonly #program = new Promise<RunningProgram>((resolve, reject) => {
    this.#opened = resolve;
    this.#refused = reject;
  });
  #limit: NodeJS.Timeout | undefined;
  #giveUp: () => void = () => {};
  readonly #givenUp = new Promise<void>((resolve) => {
    this.#giveUp = resolve;
  });
  #exit: ProgramExit | null = null;
  #endReason: string | null = null;
  #clipTimer: NodeJS.Timeout | null = null;

  constructor(parts: ViewersParts) {
    this.#parts = parts;
    this.#program.catch(() => {});
  }

  /** Waits for the first viewer of an agent in the foreground, before its program starts. */
  async first(): Promise<Arrival> {
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = fail('daemon_failed_to_start', { agent: this.#parts.agent, reason: 'its terminal never came' });
      limit = setTimeout(() => reject(error), ARRIVAL_LIMIT_MS);
    });
    try {
      return await Promise.race([this.#arrival, late]);
    } finally {
      clearTimeout(limit);
    }
  }

  /** Must be called in the turn in which the program was started, so that viewers miss nothing. Null without a program. */
  open(program: RunningProgram | null): void {
    if (!program) {
      this.refuse(fail('invalid_request', { reason: `${this.#parts.agent} has no terminal.` }));
      return;
    }
    const { terminal } = program;
    const filter = new QueryFilter();
    terminal.onOutput((chunk) => {
      const passed = filter.pass(chunk);
      if (this.#viewers.some(({ isClipped }) => isClipped)) this.#drawClippedSoon(program);
      if (passed.length === 0 || this.#viewers.length === 0) return;
      const frame = encodeFrame('output', passed);
      for (const viewer of this.#viewers) viewer.output(frame);
    });
    void terminal.exited.then((exit) => this.#finish(program, exit));
    this.#opened(program);
  }

  refuse(error: unknown): void {
    this.#refused(error);
  }

  async attach({ query, upgrade }: Exchange): Promise<undefined> {
    if (!upgrade) throw fail('invalid_request', { reason: `This route requires an upgrade to ${TERMINAL_PROTOCOL}.` });
    const arrival = readArrival(query);
    const isOwner = this.#parts.foreground && this.#isFirst;
    this.#isFirst = false;
    this.#arrived(arrival);
    const program = await this.#program;
    const viewer: Viewer = new Viewer(upgrade(TERMINAL_PROTOCOL), arrival.readOnly, arrival.size, {
      keys: (bytes) => this.#type(viewer, program, bytes),
      size: () => this.#resized(viewer, program),
      colors: (colors) => {
        // The program looks as its first terminal does.
        if (isOwner) program.terminal.colors = colors;
      },
      left: (how) => {
        this.#remove(viewer, program);
        if (isOwner && how === 'gone') this.#parts.abandoned();
      },
      caughtUp: () => this.#draw(viewer, program),
    });
    this.#join(viewer, program);
    // The viewer that the program was started for sees its output from the beginning.
    if (isOwner) viewer.go();
    else this.#draw(viewer, program, SCROLLBACK_LINES);
    if (this.#exit) this.#finish(program, this.#exit);
  }

  /** A viewer is there that can type. */
  get hasPerson(): boolean {
    return this.#decider !== undefined;
  }

  /** The agent ends. Viewers are told why, unless the program has ended by itself. */
  end(reason: string): void {
    if (!this.#exit) this.#endReason ??= reason;
    this.#limit = setTimeout(this.#giveUp, this.#exit ? SETTLE_LIMIT_MS : STOP_LIMIT_MS).unref();
  }

  /** Resolves when all viewers have read the last frame, or have had the time for it. */
  async settled(program: RunningProgram | null): Promise<void> {
    if (program) this.#finish(program, this.#exit);
    await Promise.race([Promise.all(this.#leaving), this.#givenUp]);
    clearTimeout(this.#limit);
  }

  #join(viewer: Viewer, program: RunningProgram): void {
    this.#viewers = [...this.#viewers, viewer];
    if (this.#decider === viewer) this.#resize(program);
  }

  #remove(viewer: Viewer, program: RunningProgram): void {
    this.#viewers = this.#viewers.filter((other) => other !== viewer);
    this.#resize(program);
  }

  #type(viewer: Viewer, program: RunningProgram, bytes: Buffer): void {
    if (isTyping(bytes) && this.#decider !== viewer) {
      this.#viewers = [viewer, ...this.#viewers.filter((other) => other !== viewer)];
      // Its terminal has shown a screen of another size until now.
      if (this.#resize(program)) this.#draw(viewer, program);
    }
    const written = program.keys.type(bytes);
    if (program.keys.waitingBytes > MOST_WAITING_KEYS) viewer.pauseUntil(written);
  }

  /** With the lines that have scrolled away, where they do not come before what it has already. */
  #draw(viewer: Viewer, program: RunningProgram, scrollback = 0): void {
    const { terminal } = program;
    viewer.skip();
    terminal.whenWhole((undrawn) => {
      if (!fits(viewer, terminal.size)) viewer.drawClipped(terminal.drawClipped(viewer.size, scrollback));
      else viewer.redraw(terminal.redraw(scrollback), new QueryFilter().pass(undrawn));
    });
  }

  /** A viewer has a terminal of another size now. Where that does not change the program's, it alone is drawn anew. */
  #resized(viewer: Viewer, program: RunningProgram): void {
    if (this.#resize(program)) return;
    if (viewer.isClipped || !fits(viewer, program.terminal.size)) this.#draw(viewer, program);
  }

  #drawClippedSoon(program: RunningProgram): void {
    this.#clipTimer ??= setTimeout(() => {
      this.#clipTimer = null;
      const { terminal } = program;
      for (const viewer of this.#viewers) {
        if (viewer.isClipped && !viewer.isSkipped) viewer.drawClipped(terminal.drawClipped(viewer.size));
      }
      // What is not drawn yet is drawn with the next look.
      if (terminal.undrawnBytes > 0) this.#drawClippedSoon(program);
    }, CLIPPED_EVERY_MS);
  }

  get #decider(): Viewer | undefined {
    return this.#viewers.find(({ readOnly }) => !readOnly);
  }

  /** True if the size of the terminal has changed. */
  #resize(program: RunningProgram): boolean {
    const { terminal } = program;
    const decider = this.#decider;
    if (!decider || fits(decider, terminal.size)) return false;
    terminal.resize(decider.size);
    // The others see a part of it now, or all of it again. The one that decides follows the program itself.
    for (const viewer of this.#viewers) {
      const isRight = fits(viewer, terminal.size) ? !viewer.isClipped : viewer.isClipped;
      if (viewer !== decider ? !isRight : viewer.isClipped) this.#draw(viewer, program);
    }
    this.#drawClippedSoon(program);
    return true;
  }

  /** Sends the last frame; everything the program printed has been passed on by now. */
  #finish({ terminal }: RunningProgram, exit: ProgramExit | null): void {
    this.#exit = exit;
    if (this.#clipTimer) clearTimeout(this.#clipTimer);
    const last: Exit = {
      code: exit?.exitCode ?? null,
      signal: exit?.signal ?? null,
      column: terminal.cursor.column,
      reason: this.#endReason,
    };
    for (const viewer of this.#viewers) {
      if (viewer.isClipped) viewer.drawClipped(terminal.drawClipped(viewer.size));
      else if (viewer.isSkipped) viewer.redraw(terminal.redraw(), NOTHING);
      viewer.exit(last);
      this.#leaving.add(viewer.closed);
    }
    this.#viewers = [];
  }
}

function fits({ size }: Viewer, { cols, rows }: { readonly cols: number; readonly rows: number }): boolean {
  return size.cols === cols && size.rows === rows;
}
