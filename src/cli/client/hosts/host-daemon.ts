/** Finds the daemon that keeps the links to other hosts: the person's, started if necessary. */
import { synapseHome } from '../../../paths.js';
import { hostOwner } from '../../../registry/hosts/owner.js';
import { Registry } from '../../../registry/registry.js';
import { findSender, humanId } from '../sender.js';

export interface HostDaemon {
  readonly home: string;
  readonly address: { readonly id: string; readonly socket: string };
}

/** Also in the terminal of an agent it is the person's, because an agent keeps no links. */
export async function hostDaemon(): Promise<HostDaemon> {
  const home = synapseHome();
  const owner = hostOwner(home);
  const live = owner && new Registry(home).live(owner.id);
  if (live) return { home, address: live };
  const { entry } = await findSender(humanId(home));
  return { home, address: entry };
}
