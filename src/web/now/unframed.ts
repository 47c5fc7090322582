/** The text of a dialog without the lines that a program draws around it, which are as wide as its terminal and do not wrap. */
export function unframed(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => (DRAWN.test(line) ? [] : [line.replace(SIDES, '').trimEnd()]))
    .join('\n')
    .replace(/^(?:[^\S\n]*\n)+|\s+$/g, '')
    .replace(/\n{3,}/g, '\n\n');
}

const DRAWN = /^\s*[\u2500-\u259f]{3,}[\s\u2500-\u259f]*$/;
const SIDES = /^\s*[│┃║▌┆┊] ?|\s*[│┃║▐┆┊]\s*$/g;
