/**
 * A place for one text that the hook after a tool call takes and gives to the model. Whoever renames the file first has
 * it, the hook or we, so it is taken exactly once.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { quoted } from '../claude/reports/hook-spool.js';

/** The program puts longer ones into a file. */
export const MOST_BYTES = 9_000;

export class Slot {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** The part of the hook's command that takes it. Subagents have hooks too, and must not get what is for the session. */
  get takeCommand(): string {
    const ofSubagent = `grep -q '"agent_id":' "$f.t"`;
    return `${ofSubagent} || { mv ${quoted(this.#file)} "$f.mail" && cat "$f.mail"; rm -f "$f.mail"; }; `;
  }

  put(text: string): void {
    const output = { hookEventName: 'PostToolUse', additionalContext: text };
    writeFileSync(`${this.#file}.new`, JSON.stringify({ hookSpecificOutput: output }), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** False if a hook has taken it. */
  takeBack(): boolean {
    try {
      renameSync(this.#file, `${this.#file}.back`);
      rmSync(`${this.#file}.back`, { force: true });
      return true;
    } catch {
      return false;
    }
  }
}
