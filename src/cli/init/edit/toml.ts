/** Checks a TOML text and what it says, before and after something is appended to it. */
import { parse, TomlError } from 'smol-toml';
import { Trouble } from './trouble.js';

/** Whether something stands at this path. Throws if the text is not valid TOML. */
export function hasTable(text: string, path: readonly string[]): boolean {
  let value: unknown = readToml(text);
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
    value = (value as Record<string, unknown>)[name];
  }
  return true;
}

/** Throws if our tables contradict what is there, such as a table that was written as one value. */
export function checkAppended(text: string): void {
  try {
    parse(text);
  } catch (error) {
    const offset = offsetOf(text, error);
    throw new Trouble(
      {
        en: 'The table [mcp_servers.synapse] cannot be added to this file, because mcp_servers is not written as tables.',
        ja: 'mcp_servers がテーブルとして書かれていないため、[mcp_servers.synapse] を追加できません。',
      },
      offset,
    );
  }
}

function readToml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const [reason = ''] = (error as Error).message.replace(/^Invalid TOML document: /, '').split('\n');
    throw new Trouble(
      { en: `This is not valid TOML (${reason}).`, ja: `TOML として正しくありません (${reason})。` },
      offsetOf(text, error),
    );
  }
}

function offsetOf(text: string, error: unknown): number {
  if (!(error instanceof TomlError)) throw error;
  const { line, column } = error;
  const lines = text.split('\n').slice(0, line - 1);
  return Math.min(text.length, lines.join('\n').length + (line > 1 ? 1 : 0) + column - 1);
}
