/**
 * opencode. Its first start installs something and stays blank for up to half a minute. The last line of its box shows
 * the mode. In Shell mode every line would run as a command, so that does not count as the box.
 */
import { makeProfile } from '../profile.js';

export const opencode = makeProfile('opencode', {
  command: ['opencode'],
  channels: ['opencode-http', 'paste'],
  // The first Escape closes a menu, or only asks for a second one. A blank at the end would reach the model.
  typing: { guard: '\x1b', interrupt: '\x1b\x1b' },
  screen: {
    ready: ['┃\\s*Ask anything', '^\\s*╹▀▀'],
    busy: ['⎕\\n(?:.*\\n){0,2}.*esc (?:again to )?interrupt'],
    dialog: ['^[^\\S\\n]*┃[^\\S\\n]+△ Permission required'],
    // In a low terminal other words stand on its lower edge.
    box: [
      '((?:^[^\\S\\n]*┃.*\\n)+?)[^\\S\\n]*┃[^\\S\\n]*\\n[^\\S\\n]*┃(?!\\s+Shell\\s*\\n).*\\n(?:[^\\S\\n]*╹▀|.*▀{8})',
    ],
    buttons: ['Allow once', 'Allow always', 'Reject'],
    empty: ['Ask anything(?:…|\\.\\.\\.).*'],
    cursor: ['box'],
  },
  tried: '1.18.33',
  resume: ['--continue'],
  // The database with its conversations.
  transcript: ['$XDG_DATA_HOME/opencode/opencode.db', '~/.local/share/opencode/opencode.db'],
});
