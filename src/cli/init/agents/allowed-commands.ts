/**
 * The commands that an agent may run without asking: what it needs to answer, ask and report. Commands that start
 * programs, type into terminals, answer dialogs or change the team are not among them, because whoever can run those
 * can run anything.
 */
export const ALLOWED_COMMANDS: readonly string[] =
  'whoami reply send ask broadcast inbox show tasks history list status tool conversation'.split(' ');
