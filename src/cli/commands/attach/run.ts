/** `synapse attach`: shows an agent's terminal in this one. */
import type { Address } from '../../../a2a/local.js';
import { SynapseError } from '../../../errors.js';
import { firstTerminal, terminalsOf } from '../../../registry/entry.js';
import type { Registry } from '../../../registry/registry.js';
import { VERSION } from '../../../version.js';
import { findReachable, isRemote, type RunningAgent, registryHere, versionNote } from '../../client/find-agent.js';
import { hostDaemon } from '../../client/hosts/host-daemon.js';
import { findOwnAgent } from '../../client/sender.js';
import { printLine, printNote } from '../../print/stdio.js';
import type { OptionValues } from '../../spec/option.js';
import { bannerFor } from '../../viewer/banner.js';
import { leaveTerminal } from '../../viewer/leave-terminal.js';
import { PersonTerminal, requireTerminal } from '../../viewer/terminal.js';
import { view } from '../../viewer/view.js';
import type { attachOptions } from './spec.js';

export async function runAttach(args: readonly string[], options: OptionValues<typeof attachOptions>): Promise<number> {
  const registry = await registryHere();
  const agent = findReachable(registry, args[0] ?? '');
  const { readOnly = false, session } = options;
  if (!isRemote(agent)) await mustNotBeInside(registry, agent, session);
  requireTerminal('synapse attach', `synapse screen ${agent.id}`);
  if (!isRemote(agent) && agent.live.version !== VERSION) printNote(versionNote(agent));
  const shown = isRemote(agent) ? { ...(await hostDaemon()), to: agent.id } : { address: addressOf(agent) };
  const terminal = new PersonTerminal();
  printLine(bannerFor(agent.id, { readOnly, width: terminal.size.cols }));
  terminal.enter();
  try {
    const { address, to } = { to: null, ...shown };
    const ending = await view(terminal, { agent: address, to, home: registry.home, readOnly, session });
    return leaveTerminal(terminal, agent.id, ending, false);
  } finally {
    terminal.leave();
  }
}

function addressOf({ id, live }: RunningAgent): Address {
  return { id, socket: live.socket };
}

/** A terminal that shows itself would draw what it has just drawn, for ever. */
async function mustNotBeInside(registry: Registry, agent: RunningAgent, session: string | undefined): Promise<void> {
  const own = await findOwnAgent(registry);
  if (own?.id !== agent.id) return;
  const terminals = terminalsOf(agent.live);
  const target = session === undefined ? firstTerminal(terminals) : terminals.find((each) => each.session === session);
  if (target?.instance !== (own.terminal ?? process.env.SYNAPSE_INSTANCE)) return;
  const reason = `This is the terminal of ${agent.id}.`;
  throw new SynapseError('invalid_request', { reason }, { hint: `synapse attach ${agent.id}, in another terminal` });
}
