/** Tracks the modes that a program turns on in this terminal, and how to turn them off again. */

/** The daemon passes on complete sequences only, so none is split between two chunks. */
const SEQUENCES = /\x1b(?:\[([?>=<]?)([\d;:]*)([ !]?)([a-zA-Z])|\](\d+);|([=>c]))/g;

const ALTERNATE = [47, 1047, 1049];
/** Modes that disturb a shell and are off by default. The alternate screen is handled separately. */
const UNWANTED = [1, 5, 9, 66, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2026, 2031, 2048];
const ORIGIN = 6;
const WRAP = 7;
/** Maps the commands that set a color to those that reset it. */
const COLORS: Readonly<Record<number, number>> = { 4: 104, 10: 110, 11: 111, 12: 112 };

export class TerminalModes {
  #alternate: number | null = null;
  #isOriginSet = false;
  #isWrapOff = false;
  #hasRegion = false;
  #hasKeypad = false;
  #isInserting = false;
  #hasModifiedKeys = false;
  #kitty = { normal: 0, alternate: 0 };
  #hasKittyFlags = false;
  readonly #colors = new Set<number>();

  get isAlternate(): boolean {
    return this.#alternate !== null;
  }

  /** Reads output on its way to the terminal. */
  follow(output: Buffer): void {
    if (!output.includes(0x1b)) return;
    for (const [, prefix, params = '', , final, osc, single] of output.toString('latin1').matchAll(SEQUENCES)) {
      if (osc !== undefined) this.#followColor(Number(osc));
      else if (single !== undefined) this.#followSingle(single);
      else if (prefix === '?' && (final === 'h' || final === 'l')) this.#followModes(params, final === 'h');
      else if (final === 'u') this.#followKitty(prefix ?? '', params);
      else if (final === 'r' && prefix === '') this.#hasRegion = params !== '';
      else if (final === 'm' && prefix === '>') this.#hasModifiedKeys = true;
      else if ((final === 'h' || final === 'l') && params === '4') this.#isInserting = final === 'h';
    }
  }

  /** Returns what restores the terminal for a shell; the text stays and, on the normal screen, the cursor does too. */
  restore(): string {
    const sequences = [
      this.#restoreKeyboard('alternate'),
      this.#restoreRegion(),
      this.#alternate === null ? '' : `\x1b[?${this.#alternate}l`,
      this.#restoreKeyboard('normal'),
      // One by one, because some terminals drop a sequence with too many numbers.
      ...UNWANTED.map((mode) => `\x1b[?${mode}l`),
      this.#hasModifiedKeys ? '\x1b[>4m' : '',
      this.#hasKeypad ? '\x1b>' : '',
      this.#isInserting ? '\x1b[4l' : '',
      this.#isWrapOff ? `\x1b[?${WRAP}h` : '',
      // A visible cursor of the usual shape; no colors, links or line-drawing characters.
      '\x1b[?25h\x1b[0 q\x1b[0m\x1b]8;;\x1b\\\x1b(B\x0f',
      ...[...this.#colors].map((code) => `\x1b]${COLORS[code]}\x1b\\`),
    ];
    this.#forget();
    return sequences.join('');
  }

  #forget(): void {
    this.#alternate = null;
    this.#isOriginSet = this.#isWrapOff = this.#hasRegion = this.#hasKeypad = false;
    this.#isInserting = this.#hasModifiedKeys = this.#hasKittyFlags = false;
    this.#kitty = { normal: 0, alternate: 0 };
    this.#colors.clear();
  }

  #followModes(params: string, isOn: boolean): void {
    for (const mode of params.split(';').map(Number)) {
      if (ALTERNATE.includes(mode)) this.#alternate = isOn ? mode : null;
      else if (mode === ORIGIN) this.#isOriginSet = isOn;
      else if (mode === WRAP) this.#isWrapOff = !isOn;
    }
  }

  #followSingle(letter: string): void {
    if (letter === 'c') this.#forget();
    else this.#hasKeypad = letter === '=';
  }

  #followColor(code: number): void {
    if (COLORS[code] !== undefined) this.#colors.add(code);
  }

  /** The keyboard flags are a stack, one per screen. */
  #followKitty(prefix: string, params: string): void {
    const screen = this.#screen;
    if (prefix === '>') this.#kitty[screen] += 1;
    else if (prefix === '<') this.#kitty[screen] = Math.max(0, this.#kitty[screen] - (Number(params) || 1));
    else if (prefix === '=') this.#hasKittyFlags = true;
  }

  get #screen(): 'normal' | 'alternate' {
    return this.#alternate === null ? 'normal' : 'alternate';
  }

  #restoreKeyboard(screen: 'normal' | 'alternate'): string {
    const depth = this.#kitty[screen];
    const flags = this.#hasKittyFlags && screen === this.#screen ? '\x1b[=0u' : '';
    return (depth > 0 ? `\x1b[<${depth}u` : '') + flags;
  }

  /** Both move the cursor, so they are reset only if they were set. */
  #restoreRegion(): string {
    if (this.#isOriginSet) return `\x1b[?${ORIGIN}l\x1b[r\x1b[999;1H`;
    return this.#hasRegion ? '\x1b7\x1b[r\x1b8' : '';
  }
}
