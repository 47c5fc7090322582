/** `synapse <profile>`: runs a program as an agent in this terminal. The daemon runs it, and this is its first viewer. */
import { startAgent } from '../../../launch/start-agent.js';
import { localRegistry } from '../../client/find-agent.js';
import type { OptionValues } from '../../spec/option.js';
import { bannerFor } from '../../viewer/banner.js';
import { leaveTerminal } from '../../viewer/leave-terminal.js';
import { PersonTerminal, requireTerminal } from '../../viewer/terminal.js';
import { view } from '../../viewer/view.js';
import { readLaunch } from '../start/launch.js';
import type { wrapOptions } from './spec.js';

export async function runWrap(args: readonly string[], options: OptionValues<typeof wrapOptions>): Promise<number> {
  const launch = await readLaunch(args, options);
  requireTerminal(`synapse ${args[0]}`, `synapse start ${args[0]}`);
  const terminal = new PersonTerminal();
  terminal.enter();
  try {
    const [facts, started] = await Promise.all([
      terminal.ask(),
      startAgent({ ...launch, foreground: terminal.size }, localRegistry()),
    ]);
    // If the position of the cursor is unknown, both screens can only agree on an empty one.
    if (!facts.cursor) terminal.scrollAway();
    const { cols: width } = terminal.size;
    const cursor = terminal.printAbove(bannerFor(started.id, { readOnly: false, width }), facts.cursor);
    const session = started.session ?? undefined;
    const ending = await view(terminal, { agent: started, home: launch.home, facts: { ...facts, cursor }, session });
    return leaveTerminal(terminal, started.id, ending, true);
  } finally {
    terminal.leave();
  }
}
