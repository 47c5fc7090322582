/** Turns a file name that somebody else chose into a safe one, which stays in its folder. */
import { withoutControls } from '../../../clean-text.js';

const LONGEST_NAME_BYTES = 120;

export function safeName(given: unknown, otherwise: string): string {
  const last = typeof given === 'string' ? (given.split(/[/\\]/).findLast((word) => word !== '') ?? '') : '';
  const visible = withoutControls(last)
    .replace(/[\n\t:*?"<>|]/g, '_')
    .trim();
  // A leading dot would hide the file, and a leading dash would make it an option of other commands.
  const tame = visible.replace(/^[.-]+/, (signs) => '_'.repeat(signs.length));
  return shortened(/^_*$/.test(tame) ? otherwise : tame);
}

/** `report.txt`, `report-2.txt`, `report-3.txt` … */
export function numbered(name: string, number: number): string {
  if (number < 2) return name;
  const { stem, ending } = split(name);
  return `${stem}-${number}${ending}`;
}

/** Keeps the ending, because it says what the file is. */
function shortened(name: string): string {
  const { stem, ending } = split(name);
  let kept = stem;
  while (Buffer.byteLength(kept + ending) > LONGEST_NAME_BYTES) kept = [...kept].slice(0, -1).join('');
  return kept + ending;
}

function split(name: string): { readonly stem: string; readonly ending: string } {
  const dot = name.lastIndexOf('.');
  const isEnding = dot > 0 && name.length - dot <= 12;
  return isEnding ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' };
}
