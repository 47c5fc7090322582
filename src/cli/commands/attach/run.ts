/** `synapse attach`: shows an agent's terminal in this one. */
import { VERSION } from '../../../version.js';
import { findRunning, registryHere, versionNote } from '../../client/find-agent.js';
import { printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { leaveTerminal } from '../../viewer/leave-terminal.js';
import { PersonTerminal, requireTerminal } from '../../viewer/terminal.js';
import { view } from '../../viewer/view.js';
import type { attachOptions } from './spec.js';

export async function runAttach(args: readonly string[], options: OptionValues<typeof attachOptions>): Promise<number> {
  const registry = await registryHere();
  const agent = findRunning(registry, args[0] ?? '');
  requireTerminal('synapse attach', `synapse screen ${agent.id}`);
  if (agent.live.version !== VERSION) printNote(versionNote(agent));
  const terminal = new PersonTerminal();
  terminal.enter();
  try {
    const address = { id: agent.id, socket: agent.live.socket };
    const { readOnly = false, session } = options;
    const ending = await view(terminal, { agent: address, home: registry.home, readOnly, session });
    return leaveTerminal(terminal, agent.id, ending, false);
  } finally {
    terminal.leave();
  }
}
