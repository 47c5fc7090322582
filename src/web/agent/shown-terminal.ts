/** xterm.js with the terminal of an agent in it: the size of the program while looking, that of the page while typing. */
import { Terminal } from '@xterm/xterm';
import { TERMINAL_REDRAW } from '../../a2a/web/stream.js';
import { harmless } from '../parts/harmless.js';
import { isWebAddress } from '../parts/text.js';
import { call } from '../state/call.js';
import { openTerminal } from '../state/stream.js';
import { OutputReader } from './output-reader.js';
import { DARK_COLORS, LIGHT_COLORS } from './terminal-colors.js';
import { withoutInlineStyles } from './without-inline-styles.js';

interface Wanted {
  readonly agent: string;
  readonly session: string | null;
}

interface Events {
  readonly onOpen: () => void;
  readonly onEnd: (reason: string | null) => void;
  /** Somebody wants to leave by the keyboard, every other key of which belongs to the program. */
  readonly onLeave: () => void;
}

const FONT =
  'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", "Noto Sans Mono CJK JP", monospace';
const SCROLLBACK = 5_000;
const FONT_PIXELS = 13;
/** Below that nobody can read; the rest is scrolled to. */
const LEAST_FONT_PIXELS = 8.5;
/** Otherwise an underscore disappears below the line. */
const LINE_HEIGHT = 1.1;
/** The program's terminal may get another size from whoever types elsewhere. */
const LOOK_AGAIN_MS = 2_000;
const FALLBACK = { cols: 120, rows: 40 };

export class ShownTerminal {
  readonly #box: HTMLElement;
  readonly #wanted: Wanted;
  readonly #events: Events;
  readonly #terminal: Terminal;
  readonly #observer: ResizeObserver;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #paint = () => {
    this.#terminal.options.theme = isDark(this.#dark) ? DARK_COLORS : LIGHT_COLORS;
  };
  readonly #themes = new MutationObserver(this.#paint);
  #connection: ReturnType<typeof openTerminal> | null = null;
  #isTyping = false;
  #looking: ReturnType<typeof setInterval> | undefined;
  /** Where the screen, which may be larger than its place on the page, was scrolled to. */
  #followed = 0;

  constructor(box: HTMLElement, wanted: Wanted, events: Events) {
    this.#box = box;
    this.#wanted = wanted;
    this.#events = events;
    this.#terminal = new Terminal({
      ...FALLBACK,
      fontFamily: FONT,
      fontSize: FONT_PIXELS,
      lineHeight: LINE_HEIGHT,
      scrollback: SCROLLBACK,
      cursorBlink: false,
      disableStdin: true,
      theme: isDark(this.#dark) ? DARK_COLORS : LIGHT_COLORS,
      minimumContrastRatio: 4.5,
      screenReaderMode: false,
      // A program names the address, so it is opened only if it is one of the web.
      linkHandler: {
        activate: (_event, address) => {
          if (isWebAddress(address)) open(address, '_blank', 'noopener,noreferrer');
        },
        // Its words may claim another address.
        hover: (_event, address) => {
          box.title = harmless(address);
        },
        leave: () => box.removeAttribute('title'),
        allowNonHttpProtocols: false,
      },
    });
    withoutInlineStyles(() => this.#terminal.open(box));
    this.#terminal.textarea?.setAttribute('aria-label', wanted.agent);
    this.#terminal.attachCustomKeyEventHandler((event) => {
      // Without typing, the keys are those of the page.
      if (!this.#isTyping) return false;
      if (!event.ctrlKey || event.key !== ']') return true;
      event.preventDefault();
      if (event.type === 'keydown') events.onLeave();
      return false;
    });
    this.#terminal.onData((text) => {
      if (this.#isTyping) this.#connection?.type(text);
    });
    this.#observer = new ResizeObserver(() => this.#fit());
    this.#observer.observe(box);
    this.#dark.addEventListener('change', this.#paint);
    this.#themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  open(typing: boolean): void {
    this.#connection?.close();
    this.#isTyping = typing;
    this.#terminal.options.disableStdin = !typing;
    this.#terminal.options.cursorBlink = typing;
    this.#terminal.reset();
    clearInterval(this.#looking);
    if (typing) this.#useOwnSize();
    else this.#looking = setInterval(() => void this.#askSize(), LOOK_AGAIN_MS);
    const { cols, rows } = this.#terminal;
    const reader = new OutputReader();
    const connection = openTerminal(
      { ...this.#wanted, typing, cols, rows },
      {
        onOpen: () => {
          this.#events.onOpen();
          if (typing) this.#terminal.focus();
          else void this.#askSize();
        },
        onBytes: (kind, bytes) => {
          if (kind === TERMINAL_REDRAW) {
            this.#terminal.reset();
            if (!this.#isTyping) void this.#askSize();
          }
          this.#terminal.write(reader.read(bytes), () => this.#follow());
        },
        onEnd: (reason) => {
          if (this.#connection !== connection) return;
          clearInterval(this.#looking);
          this.#isTyping = false;
          this.#terminal.options.disableStdin = true;
          this.#events.onEnd(reason);
        },
      },
    );
    this.#connection = connection;
  }

  dispose(): void {
    clearInterval(this.#looking);
    this.#observer.disconnect();
    this.#themes.disconnect();
    this.#dark.removeEventListener('change', this.#paint);
    this.#connection?.close();
    this.#terminal.dispose();
  }

  /** Lines of another length than the program's would be garbled. */
  async #askSize(): Promise<void> {
    const { agent, session } = this.#wanted;
    try {
      const query = session === null ? {} : { session };
      const { cols, rows } = await call('GET /at/:agent/screen', { path: { agent }, query });
      if (this.#isTyping || (cols === this.#terminal.cols && rows === this.#terminal.rows)) return;
      this.#terminal.resize(cols, rows);
      this.#fit();
    } catch {
      // It has just ended; the stream says so.
    }
  }

  #fit(): void {
    if (this.#isTyping) {
      this.#useOwnSize();
      this.#connection?.resize(this.#terminal.cols, this.#terminal.rows);
      return;
    }
    this.#shrink();
    this.#follow();
  }

  /** Shows the last row that has something in it, unless somebody has scrolled away from it. */
  #follow(): void {
    const cell = this.#cell();
    if (!cell || this.#isTyping || Math.abs(this.#box.scrollTop - this.#followed) > 1) return;
    const { active } = this.#terminal.buffer;
    let last = this.#terminal.rows - 1;
    while (last > active.cursorY && (active.getLine(active.baseY + last)?.translateToString(true) ?? '') === '')
      last -= 1;
    this.#box.scrollTop = (last + 1) * cell.height - this.#box.clientHeight;
    this.#followed = this.#box.scrollTop;
  }

  /** While looking, the letters become smaller until a line fits. */
  #shrink(): void {
    const width = this.#box.clientWidth;
    const cell = this.#cell();
    if (!cell || width === 0) return;
    const perPixel = cell.width / (this.#terminal.options.fontSize ?? FONT_PIXELS);
    const fitting = Math.floor((width / this.#terminal.cols / perPixel) * 2) / 2;
    let size = Math.max(LEAST_FONT_PIXELS, Math.min(FONT_PIXELS, fitting));
    this.#terminal.options.fontSize = size;
    // The width of a letter does not grow evenly with its size.
    while (size > LEAST_FONT_PIXELS && (this.#cell()?.width ?? 0) * this.#terminal.cols > width) {
      size -= 0.5;
      this.#terminal.options.fontSize = size;
    }
  }

  #useOwnSize(): void {
    this.#terminal.options.fontSize = FONT_PIXELS;
    const cell = this.#cell();
    const { clientWidth, clientHeight } = this.#box;
    if (!cell || clientWidth === 0) return;
    const cols = Math.max(20, Math.floor(clientWidth / cell.width));
    const rows = Math.max(5, Math.floor(clientHeight / cell.height));
    if (cols !== this.#terminal.cols || rows !== this.#terminal.rows) this.#terminal.resize(cols, rows);
  }

  #cell(): { readonly width: number; readonly height: number } | null {
    const screen = this.#box.querySelector('.xterm-screen');
    if (!screen) return null;
    const { width, height } = screen.getBoundingClientRect();
    return width > 0 ? { width: width / this.#terminal.cols, height: height / this.#terminal.rows } : null;
  }
}

function isDark(system: MediaQueryList): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === 'dark' || (theme !== 'light' && system.matches);
}
