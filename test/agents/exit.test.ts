/** The exit keys of a profile end its agent, even after work, because they close sessions that started themselves. */
import { expect, test } from 'vitest';
import { lineChannel } from '../../src/channels/line/line-channel.js';
import { LineDelivery } from '../../src/channels/line/line-delivery.js';
import { BUILTIN_PROFILES } from '../../src/profiles/builtin-profiles.js';
import type { Profile } from '../../src/profiles/profile.js';
import { PersonKeys } from '../../src/terminal/typing/person-keys.js';
import { stretched } from '../rig/times.js';
import { type AgentName, PINS } from './rig/install.js';
import { ready, submit } from './rig/looks.js';
import { AgentTerminal } from './rig/terminal.js';

/** How long a session has before signals follow, on an idle machine. */
const LIMIT_MS = 3_000;
/** Some take a minute to appear on a busy machine. */
const SLOW = { timeout: 240_000 };

test.for(Object.keys(PINS) as AgentName[])('%s ends by the exit keys of its profile', SLOW, async (name) => {
  const terminal = await AgentTerminal.start(name);
  try {
    await ready(name, terminal);
    await submit(terminal, '[A2A:1a2b3c4d:tester] hello');
    await terminal.shows('Understood.');
    await terminal.settled();
    const profile = BUILTIN_PROFILES.find((each) => each.name === name) as Profile;
    // Only the keys matter here, and both kinds of delivery press them the same way.
    const keys = new PersonKeys((bytes) => terminal.session.write(bytes));
    const lines = new LineDelivery({
      terminal: terminal.session,
      keys,
      runsShell: () => false,
      lookAtProcesses: async () => {},
    });
    await lineChannel(terminal.session, lines, profile).exit();
    const limitMs = await stretched(LIMIT_MS);
    const patience = new Promise<null>((resolve) => setTimeout(() => resolve(null), limitMs));
    const exit = await Promise.race([terminal.session.exited, patience]);
    expect(exit, terminal.session.screenText()).toMatchObject({ exitCode: 0 });
  } finally {
    await terminal.close();
  }
});
