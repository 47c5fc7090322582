/**
 * Codex. While its answer streams it shows no sign of being busy; but when a turn is over it says so below it. So it works
 * on as long as that line is missing between the last prompt, or the top of a screen full of answer, and the box.
 */
import { makeProfile } from './profile.js';

const OVER = '\\s*Worked for|\\s*■';
/** The box, not an earlier prompt: none comes after it. */
const BOX = '› (?![\\s\\S]*^› )';

export const codex = makeProfile('codex', {
  command: ['codex'],
  screen: {
    ready: ['^› Ask Codex to do anything'],
    busy: [
      'esc to interrupt\\)',
      `^› (?!Ask Codex to do anything).*\\n(?:(?!${OVER}|› ).*\\n)+${BOX}`,
      `(?<![\\s\\S])(?:(?!${OVER}|› |.*OpenAI Codex).*\\n)+${BOX}`,
    ],
    // With its choices below: an answer may well end with the same question.
    dialog: ['Would you like to .*\\?(?=[\\s\\S]*^› \\d+\\. )', '^› \\d+\\. '],
    box: ['^›(?: (.*))?$'],
  },
  resume: ['resume', '--last'],
  transcript: ['$CODEX_HOME/sessions/*/*/*/*.jsonl', '~/.codex/sessions/*/*/*/*.jsonl'],
});
