/** opencode. Its first start installs something and stays blank for up to half a minute. The last line of its box is not typed. */
import { makeProfile } from './profile.js';

export const opencode = makeProfile('opencode', {
  command: ['opencode'],
  screen: {
    ready: ['┃\\s*Ask anything', '^\\s*╹▀▀'],
    busy: ['esc interrupt', 'esc again to interrupt'],
    dialog: ['△ Permission required'],
    box: ['((?:^[^\\S\\n]*┃.*\\n)+?)[^\\S\\n]*┃[^\\S\\n]*\\n[^\\S\\n]*┃.*\\n[^\\S\\n]*╹▀'],
    placeholder: ['dim', '#808080'],
  },
  resume: ['--continue'],
});
