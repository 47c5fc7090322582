/** Claude Code. It reads Escape as "stop", and hides "esc to interrupt" while its box holds text. */
import { makeProfile } from './profile.js';

export const claude = makeProfile('claude', {
  command: ['claude'],
  typing: { paste: 'always' },
  screen: {
    ready: ['^\\s*❯'],
    busy: ['esc to interrupt'],
    dialog: ['Do you want to proceed\\?'],
    box: ['^\\s*❯\\s?(.*)$'],
  },
  resume: ['--continue'],
});
