/**
 * Codex. It shows no sign of being busy while its answer streams, but it prints a line when a turn is over. So it is busy
 * while that line is missing between the box and the last prompt, or the top of the screen if the answer fills it.
 */
import { makeProfile } from '../profile.js';

const OVER = '\\s*Worked for|\\s*■';
/** The box is the last prompt on the screen. */
const BOX = '› (?![\\s\\S]*^› )';

export const codex = makeProfile('codex', {
  command: ['codex'],
  channels: ['codex-app-server', 'paste'],
  screen: {
    ready: ['^› Ask Codex to do anything'],
    busy: [
      'esc to interrupt\\)',
      `^› (?!Ask Codex to do anything).*\\n(?:(?!${OVER}|› ).*\\n)+${BOX}`,
      `(?<![\\s\\S])(?:(?!${OVER}|› |.*OpenAI Codex).*\\n)+${BOX}`,
    ],
    // Includes the choices below, because an answer may end with the same question.
    dialog: ['Would you like to .*\\?(?=[\\s\\S]*^› \\d+\\. )', '^› \\d+\\. '],
    box: ['^›(?: (.*))?$'],
  },
  resume: ['resume', '--last'],
  transcript: ['$CODEX_HOME/sessions/*/*/*/*.jsonl', '~/.codex/sessions/*/*/*/*.jsonl'],
});
