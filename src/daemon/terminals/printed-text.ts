/** What a program printed as lines of text, without what only a terminal understands. */
import { withoutControls } from '../../clean-text.js';

/** A line that was overwritten is what was visible last. Text at another place of the screen is another line. */
export function printedLines(raw: string): string[] {
  const text = raw.replace(FORWARD, (_, count: string) => ' '.repeat(Math.min(Number(count) || 1, MOST_BLANKS)));
  return text.split(LINE_END).flatMap((line) => {
    const places = line.split(ELSEWHERE).map(lastWritten);
    const written = places.filter((place) => place.trim() !== '');
    return written.length > 0 || places.length > 1 ? written : [''];
  });
}

/** Programs that draw their screen move over blanks. */
const FORWARD = /\x1b\[(\d*)C/g;
const MOST_BLANKS = 200;
const LINE_END = /\r*\n/;
/** The sequences that move the cursor to another line, or clear the screen. */
const ELSEWHERE = /\x1b\[[\d;]*[ABEFHJdf]|\x1b[7-8DEMc]|\x1b\[\?(?:47|1047|1049)[hl]/;

function lastWritten(line: string): string {
  const visible = line.replace(/\r+$/, '');
  return withoutControls(visible.slice(visible.lastIndexOf('\r') + 1)).trimEnd();
}
