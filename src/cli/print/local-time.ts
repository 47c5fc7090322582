/** Instants as people read them: local time on a terminal. In a pipe they stay as they are stored. */

/** `2026-11-18 20:04:11` in the time zone of the reader. */
export function shownTime(iso: string, isTerminal: boolean = process.stdout.isTTY === true): string {
  const at = new Date(iso);
  if (!isTerminal || Number.isNaN(at.getTime())) return iso;
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join('-');
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(twoDigits).join(':')}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
