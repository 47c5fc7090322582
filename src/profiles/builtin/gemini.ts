/**
 * Gemini CLI. Its prompt is `>`, or `*` if everything is approved. After `!` every line runs as a command, so that does
 * not count as the box. Ctrl-Y would turn on auto-approval, so no key of this profile may contain it.
 */
import { makeProfile } from '../profile.js';

export const gemini = makeProfile('gemini', {
  command: ['gemini'],
  screen: {
    ready: ['^\\s*[>*]\\s+Type your message'],
    busy: ['\\(esc to cancel'],
    dialog: ['Allow execution of(?=[\\s\\S]*^[^\\S\\n│]*│*[^\\S\\n]*● \\d+\\. )', '^[^\\S\\n│]*│*[^\\S\\n]*● \\d+\\. '],
    // Earlier prompts have the same band. A band with a frame below it, such as that of an unknown dialog, is not the box.
    box: ['^▄{8,}\\n\\s*[>*][^\\S\\n]?((?:(?!\\n[▄▀]{8})[\\s\\S])*)\\n▀{8,}$(?![\\s\\S]*^[^\\S\\n]*[╭│╰])'],
    placeholder: ['dim', '#afafaf'],
  },
  resume: ['--resume', 'latest'],
  transcript: ['~/.gemini/tmp/*/chats/*.jsonl'],
});
