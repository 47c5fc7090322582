/** Finds English sentences in a text that should be Japanese. */

/** Commands, flags, calls, placeholders, paths and other words that are the same in every language. */
const SAME_EVERYWHERE = [
  /`[^`]*`/g,
  /\bsynapse [a-z_]+(?: [^\s、。（）]+)*/g,
  /\b\w+\([^)]*\)/g,
  /"[^"]*"/g,
  /<[^<>]*>/g,
  /\[[^\]]*\]/g,
  /Authorization: Bearer/g,
  /[\w.-]*[_./@][\w./@-]*/g,
  /--?[a-z][\w-]*/g,
  /\b[A-Z]{2,}(?:[=_]\w+)*\b/g,
];

/** Two or more English words in a row; names with commas between them are a list. */
export function englishIn(text: string): string[] {
  const rest = SAME_EVERYWHERE.reduce((left, pattern) => left.replace(pattern, ' / '), text);
  return rest.match(/[A-Za-z']{2,}(?: [A-Za-z']{2,})+/g) ?? [];
}
