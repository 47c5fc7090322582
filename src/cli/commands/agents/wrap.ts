/** `synapse <profile>`: a program as an agent in this terminal; the daemon runs it, and this is its first viewer. */
import { launchDaemon } from '../../client/launch.js';
import type { OptionValues } from '../../spec/option.js';
import type { wrapOptions } from '../../spec/options.js';
import { partFrom } from '../../viewer/part.js';
import { PersonTerminal, requireTerminal } from '../../viewer/terminal.js';
import { view } from '../../viewer/view.js';
import { readLaunch } from './start.js';

export async function runWrap(args: readonly string[], options: OptionValues<typeof wrapOptions>): Promise<number> {
  const launch = await readLaunch(args, options);
  requireTerminal(`synapse ${args[0]}`, `In the background: synapse start ${args[0]}`);
  const terminal = new PersonTerminal();
  terminal.enter();
  try {
    const [facts, started] = await Promise.all([
      terminal.ask(),
      launchDaemon({ ...launch, foreground: terminal.size }),
    ]);
    // Without knowing where the cursor is, both screens agree only on an empty one.
    if (!facts.cursor) terminal.scrollAway();
    const ending = await view(terminal, { agent: started, home: launch.home, facts });
    return partFrom(terminal, started.id, ending, true);
  } finally {
    terminal.leave();
  }
}
