/** Splits a command line into words like a shell (quotes, no expansion). Returns null if a quote is not closed. */
export function splitWords(line: string): readonly string[] | null {
  const parts = line.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])+/g) ?? [];
  if (line.replace(/\s+/g, '').length !== parts.join('').replace(/\s+/g, '').length) return null;
  return parts.map((part) =>
    part.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g, (_, double?: string, single?: string, escaped?: string) =>
      double === undefined ? (single ?? escaped ?? '') : double.replace(/\\(["\\$`])/g, '$1'),
    ),
  );
}
