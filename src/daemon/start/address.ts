/** Takes an id, a port and a store for an agent, so that two starts at the same moment never clash. */

import { chmodSync } from 'node:fs';
import type { Server } from 'node:http';
import { dirname } from 'node:path';
import type { Clock } from '../../clock.js';
import { fail, SynapseError } from '../../errors.js';
import { isSessionAddress } from '../../ids.js';
import type { DaemonSpec } from '../../launch/daemon-spec.js';
import { ensurePrivateDir, socketPath } from '../../paths.js';
import { candidatePorts, portRangeOf } from '../../profiles/ports.js';
import type { Registry } from '../../registry/registry.js';
import { removeIfThere } from '../../registry/whole-files.js';
import { type Claim, type Claimant, claimAddress, isSameProgram } from './claim-address.js';
import { listenOnLoopback } from './listen.js';

export interface Address extends Claim {
  readonly id: string;
  readonly type: string;
  readonly lasting: boolean;
  readonly port: number;
  readonly endpoint: string;
  readonly socket: string;
  readonly servers: readonly Server[];
}

export async function takeAddress(
  { registry, clock }: { registry: Registry; clock: Clock },
  spec: DaemonSpec,
  makeServer: () => Server,
): Promise<Address> {
  const type = spec.profile?.name ?? 'human';
  const isOfProfile = spec.profile !== null && spec.profile.command.length > 0;
  const claimant = { type, cwd: spec.cwd, command: spec.command, isOfProfile };
  if (spec.id !== null && isSessionAddress(spec.id)) throw fail('agent_id_reserved', { agent_id: spec.id });
  const servers: Server[] = [];
  let claim: Claim | null = null;
  let id = spec.id ?? '';
  if (spec.id !== null) claim = claimAddress(registry, { ...claimant, id, lasting: true }, clock);
  try {
    const found = await listenOnLoopback(makeServer, portsFor(registry, spec, claimant), (port) => {
      if (claim) return true;
      id = `synapse-${type}-${port}`;
      claim = claimUnlessInUse(registry, { ...claimant, id, lasting: false }, clock);
      return claim !== null;
    });
    if (!found || !claim) throw fail('port_taken', { port: spec.port });
    servers.push(...found.servers);
    const socket = socketPath(registry.home, id);
    servers.push(await listenOnSocket(makeServer(), socket));
    return {
      ...(claim as Claim),
      id,
      type,
      lasting: spec.id !== null,
      port: found.port,
      endpoint: `http://localhost:${found.port}`,
      socket,
      servers,
    };
  } catch (error) {
    for (const server of servers) server.close();
    await (claim as Claim | null)?.store.close();
    throw error;
  }
}

/** The given port only; else the port where the same program crashed, because of its mail; else the range of its type. */
function* portsFor(
  registry: Registry,
  spec: DaemonSpec,
  claimant: Omit<Claimant, 'id' | 'lasting'>,
): Generator<number> {
  if (spec.port !== null) return yield spec.port;
  const before = spec.id === null ? null : registry.definition(spec.id);
  if (before?.port) yield before.port;
  if (spec.id === null) {
    for (const agent of registry.list()) {
      if (agent.status !== 'dead' || agent.lasting) continue;
      const definition = registry.definition(agent.id);
      if (definition && isSameProgram(definition, claimant)) yield definition.port;
    }
  }
  yield* candidatePorts(spec.profile?.ports ?? portRangeOf(claimant.type));
}

/** Null when a daemon that is ending has given up its port but not its store yet; then the next port is tried. */
function claimUnlessInUse(registry: Registry, claimant: Claimant, clock: Clock): Claim | null {
  try {
    return claimAddress(registry, claimant, clock);
  } catch (error) {
    if (error instanceof SynapseError && error.code === 'agent_already_running') return null;
    throw error;
  }
}

async function listenOnSocket(server: Server, path: string): Promise<Server> {
  ensurePrivateDir(dirname(path));
  // The lock on the store is ours, so a file here was left by a daemon that is gone.
  removeIfThere(path);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return server;
}
