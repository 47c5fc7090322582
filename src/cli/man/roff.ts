/** Writes text as roff, the language of man pages. */

/** One line of text, in which nothing can be taken for a roff request. */
function text(line: string): string {
  return escaped(line).replace(/^([.'])/, '\\&$1');
}

export const bold = (word: string): string => `\\fB${escaped(word)}\\fR`;
const italic = (word: string): string => `\\fI${escaped(word)}\\fR`;

export function section(title: string, ...blocks: readonly string[]): string {
  return [`.SH ${quoted(title.toUpperCase())}`, ...blocks].join('\n');
}

export function subsection(title: string, ...blocks: readonly string[]): string {
  return [`.SS ${quoted(title)}`, ...blocks].join('\n');
}

export function paragraph(line: string): string {
  return `.PP\n${text(line)}`;
}

/** A term and its explanation. The term is already roff. */
export function item(term: string, explanation: string): string {
  return `.TP\n${term}\n${text(explanation)}`;
}

/** Lines that are not reflowed. */
export function verbatim(lines: readonly string[]): string {
  return ['.PP', '.RS 4', '.nf', ...lines.map(text), '.fi', '.RE'].join('\n');
}

/** `-n, --lines <count>` with the flags bold and the value in italics. */
export function flag(spelled: string): string {
  return spelled
    .split(/(<[^>]+>|\[[^\]]+\]|, )/)
    .filter((part) => part !== '')
    .map((part) =>
      part === ', ' ? part : /^[<[]/.test(part) ? italic(part) : bold(part.trimEnd()) + (part.endsWith(' ') ? ' ' : ''),
    )
    .join('');
}

/** Keeps hyphens copyable, and writes characters beyond ASCII by their number. */
function escaped(line: string): string {
  return line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(
      /[^\x00-\x7f]/gu,
      (character) => `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
}

function quoted(title: string): string {
  return `"${escaped(title).replaceAll('"', '\\(dq')}"`;
}
