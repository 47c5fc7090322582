/**
 * Codex. It shows no sign of being busy while its answer streams, but it prints a line when a turn is over. So it is busy
 * while that line is missing between the box and the last prompt, or the top of the screen if the answer fills it.
 */
import { makeProfile } from '../profile.js';

const OVER = '\\s*Worked for [<\\d]|■';

export const codex = makeProfile('codex', {
  command: ['codex'],
  channels: ['codex-app-server', 'paste'],
  // It drops blanks at the end of a prompt.
  typing: { guard: ' ' },
  screen: {
    // In a narrow terminal its end is cut off.
    ready: ['^› Ask Codex'],
    busy: [
      `^• .*esc to interrupt\\).*\\n(?:(?!• |${OVER}).*\\n){0,12}⎕`,
      `^› (?!Ask Codex to do a).*\\n(?:(?!${OVER}|› ).*\\n)+⎕`,
      // Blank lines above the box, as in a low terminal, tell nothing.
      `(?<![\\s\\S])(?!\\s*⎕)(?:(?!${OVER}|› |.*OpenAI Codex).*\\n)+⎕`,
    ],
    dialog: ['^› \\d+\\. '],
    // At most three lines follow it, after a blank one. The prompts above are dim, like a placeholder.
    box: ['^›[^\\S\\n]?((?:(?!\\n›)[\\s\\S])*?)\\n[^\\S\\n]*(?:\\n[^\\S\\n]+\\S.*){0,3}\\s*(?![\\s\\S])'],
    cursor: ['box'],
  },
  tried: '0.169.0',
  resume: ['resume', '--last'],
  transcript: ['$CODEX_HOME/sessions/*/*/*/*.jsonl', '~/.codex/sessions/*/*/*/*.jsonl'],
});
