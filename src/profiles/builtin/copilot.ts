/** GitHub Copilot CLI. */
import { makeProfile } from '../profile.js';

export const copilot = makeProfile('copilot', {
  command: ['copilot'],
  screen: {
    ready: ['^\\s*[>❯]\\s'],
    busy: ['[Ee]sc to cancel'],
    dialog: ['Do you want to (?:run|allow|proceed)'],
    box: ['^\\s*[>❯]\\s?(.*)$'],
  },
  resume: ['--continue'],
});
