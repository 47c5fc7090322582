/**
 * Gemini CLI. Its prompt is `>`, or `*` if everything is approved. After `!` every line runs as a command, so that does
 * not count as the box. Ctrl-Y would turn on auto-approval, so no key of this profile may contain it.
 */
import { makeProfile } from '../profile.js';

const NO_FRAME = '(?![\\s\\S]*^[^\\S\\n]*[╭│╰])';

export const gemini = makeProfile('gemini', {
  command: ['gemini'],
  // It drops blanks at the end of a prompt.
  typing: { guard: ' ', atFiles: true },
  screen: {
    // With vim keys, the placeholder names the key for the other mode. A paste is taken in both.
    ready: ["^\\s*[>*]\\s+(?:Type your message|Press '(?:Esc|i)' for)"],
    // One line above the box, which has a line of its own above it. Until it has started, it queues prompts, and joins
    // them. After an answer there are more empty lines than after the queue.
    busy: [
      '\\(esc to cancel.*\\n─{8,}\\n(?:.*\\n){0,3}⎕',
      '^  Queued \\(press ↑ to edit\\):\\n(?: {4}.*\\n)+[^\\S\\n]*\\n.*\\n─{8,}\\n(?:.*\\n){0,3}⎕',
    ],
    dialog: ['^[^\\S\\n]*│[^\\S\\n│]*● \\d+\\. '],
    // Earlier prompts have the same band. A band with a frame below it, such as that of an unknown dialog, is not the
    // box. Where a terminal has few colors, the edges of the band are blank; where it has none, they are lines.
    box: [
      `^▄{8,}\\n\\s*[>*][^\\S\\n]?((?:(?!\\n[▄▀]{8})[\\s\\S])*)\\n▀{8,}$${NO_FRAME}`,
      `^─{8,}\\n\\s*[>*][^\\S\\n]?((?:(?!\\n─{8})[\\s\\S])*)\\n─{8,}$${NO_FRAME}`,
      `^\\n [>*][^\\S\\n]?(.*(?:\\n(?: {3}.*)?)*)\\n(?= \\S)${NO_FRAME}`,
    ],
    empty: ['Type your message or .*', "Press '(?:Esc|i)' for .*"],
    cursor: ['box'],
  },
  tried: '0.61.0',
  resume: ['--resume', 'latest'],
  transcript: ['~/.gemini/tmp/*/chats/*.jsonl'],
});
