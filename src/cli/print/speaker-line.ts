/** One line of a picture of several programs: who it is about, and what they say or do. */
import { wrapText } from './layout.js';
import { oneLine, printLine } from './stdio.js';
import { cutToWidth, displayWidth, terminalWidth } from './width.js';

type Paint = (text: string) => string;

/** The address of an agent without a name fits, but on a narrow terminal the names leave room for what they say. */
const WIDEST_NAME = 22;
const MOST_OF_LINE = 0.3;

/** `  ada │ text`; what does not fit stands below it. */
export function speakerLine(who: string, text: string, paint: Paint, columns = terminalWidth()): string {
  const room = columns === null ? Number.POSITIVE_INFINITY : columns - displayWidth(who) - EDGES;
  const blanks = ' '.repeat(displayWidth(who));
  return wrapText(text, room)
    .split('\n')
    .map((line, index) => `  ${paint(`${index === 0 ? who : blanks} │`)} ${line}`)
    .join('\n');
}

/** What the feed says about somebody. `paint` is given the text after it was cut, so that no color is. */
export interface Said {
  readonly who: string;
  readonly text: string;
  readonly paint: Paint;
}

/** Draws lines whose names are as wide as the widest one so far, and cuts each one to the terminal. */
export class SpeakerColumn {
  #width = 0;

  draw(
    { who, text, paint }: Said,
    paintName: Paint,
    { time, dim }: { readonly time: string; readonly dim: Paint },
  ): void {
    const columns = terminalWidth();
    const widest = columns === null ? WIDEST_NAME : Math.min(WIDEST_NAME, Math.floor(columns * MOST_OF_LINE));
    const name = cutToWidth(oneLine(who), widest);
    // The terminal may have become narrower.
    this.#width = Math.min(widest, Math.max(this.#width, displayWidth(name)));
    const line = oneLine(text);
    const room = columns === null ? Number.POSITIVE_INFINITY : columns - this.#width - displayWidth(time) - EDGES;
    const shown = columns === null ? line : cutToWidth(line, Math.max(1, room));
    const blanks = ' '.repeat(this.#width - displayWidth(name));
    printLine(`${dim(time)} ${blanks}${paintName(`${name} │`)} ${paint(shown)}`);
  }
}

/** The blanks and the bar between the columns, and the last column, in which some terminals wrap. */
const EDGES = 5;
