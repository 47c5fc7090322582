/** opencode. Its first start installs something and stays blank for up to half a minute. */
import { makeProfile } from './profile.js';

export const opencode = makeProfile('opencode', {
  command: ['opencode'],
  typing: { paste: 'always' },
  screen: {
    ready: ['┃\\s*Ask anything', '^\\s*╹▀▀'],
    busy: ['esc interrupt'],
    dialog: ['△ Permission required'],
    box: ['^\\s*┃\\s?(.*)$'],
  },
  resume: ['--continue'],
});
