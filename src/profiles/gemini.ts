/** Gemini CLI. Ctrl-Y would turn on auto-approval, so no key of this profile may ever hold it. */
import { makeProfile } from './profile.js';

export const gemini = makeProfile('gemini', {
  command: ['gemini'],
  typing: { paste: 'always' },
  screen: {
    ready: ['^\\s*│?\\s*>\\s+Type your message or @path'],
    busy: ['\\(esc to cancel'],
    dialog: ['Allow execution of'],
    box: ['^\\s*│?\\s*>\\s?(.*)$'],
  },
  resume: ['--resume', 'latest'],
});
