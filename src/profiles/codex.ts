/** Codex. While answer text streams it shows no sign of being busy. */
import { makeProfile } from './profile.js';

export const codex = makeProfile('codex', {
  command: ['codex'],
  typing: { paste: 'always' },
  screen: {
    ready: ['^\\s*› Ask Codex to do anything'],
    busy: ['Working \\(.*esc to interrupt\\)'],
    dialog: ['Would you like to run the following command\\?'],
    box: ['^\\s*›\\s?(.*)$'],
  },
  resume: ['resume', '--last'],
});
