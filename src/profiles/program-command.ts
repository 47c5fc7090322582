/** Decides which program an agent runs, from its profile and its declaration. */
import { fail } from '../errors.js';
import type { Profile } from './profile.js';
import { splitWords } from './split-words.js';

/** A declared command line replaces that of the profile. */
export function programOf(profile: Profile, commandLine: string | null): readonly string[] {
  checkReachable(profile);
  const program = commandLine === null ? profile.command : splitWords(commandLine);
  if (program === null) {
    throw fail('invalid_request', { reason: `The command ${commandLine} has a quote that is not closed.` });
  }
  if (program.length > 0) return program;
  throw fail('invalid_request', { reason: `The profile ${profile.name} has no program. It needs a "command".` });
}

/** Nothing could ever be typed into a program that has a box but no pattern for it. */
export function checkReachable(profile: Profile): void {
  if (profile.line || profile.screen.box.length > 0) return;
  const message = 'A program that is not line-oriented needs "screen.box", the place where messages are typed.';
  const file = profile.file ?? profile.name;
  throw fail('profile_invalid', { profile: profile.name, file, problems: [{ file, line: 1, column: 1, message }] });
}
