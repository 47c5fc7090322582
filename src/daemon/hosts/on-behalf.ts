/** The requests of agents on other hosts: made by the daemon that keeps the links, in the name of the agent. */
import type { IncomingMessage } from 'node:http';
import type { Envelope } from '../../a2a/decode.js';
import type { Clock } from '../../clock.js';
import { fail } from '../../errors.js';
import { splitAddress } from '../../ids.js';
import { readHost } from '../../registry/hosts/hosts.js';
import { hostOwner } from '../../registry/hosts/owner.js';
import { filesDir, writeFiles } from '../a2a/received-files.js';
import type { Caller } from '../http/callers.js';

/** For whom: `ada@laptop`. */
export const FOR_HEADER = 'synapse-for';
/** When it was sent, by the clock over there. */
export const SENT_AT_HEADER = 'synapse-sent-at';

/** An agent on another host. */
export interface RemoteCaller {
  /** What it calls itself. */
  readonly agent: string;
  /** How much the clock over there is ahead of ours. */
  readonly aheadMs: number;
}

/** Who really asks. Only the daemon that keeps the links may speak for an agent of another host. */
export function onBehalf(
  home: string,
  clock: Clock,
  caller: Caller,
  { headers }: Pick<IncomingMessage, 'headers'>,
): Caller {
  const name = headers[FOR_HEADER];
  if (name === undefined) return caller;
  const address = typeof name === 'string' ? splitAddress(name) : null;
  const isKept = caller.kind !== 'outside' && hostOwner(home)?.id === caller.id;
  if (!address || !isKept || !readHost(home, address.host))
    throw fail('sender_mismatch', { caller: caller.id, sender: name });
  const sentAt = Number(headers[SENT_AT_HEADER]);
  const aheadMs = Number.isFinite(sentAt) && sentAt > 0 ? sentAt - clock.now() : 0;
  return { kind: 'agent', id: name as string, remote: { agent: address.agent, aheadMs } };
}

/** The message as it is to be understood here: another clock, other files, and a name that only means something over there. */
export function translated(
  envelope: Envelope,
  { id, remote }: Caller,
  { home, self }: { readonly home: string; readonly self: { readonly id: string } },
): Envelope {
  if (!remote) return envelope;
  if (envelope.senderId !== null && envelope.senderId !== remote.agent) {
    throw fail('sender_mismatch', { caller: id, sender: envelope.senderId });
  }
  const parts = envelope.parts.map((part) => {
    if (part.type !== 'file' || typeof part.file.bytes === 'string') return part;
    // A path over there is not one here.
    const { uri, ...rest } = part.file;
    const isPath = typeof uri === 'string' && uri.startsWith('file:');
    return isPath ? { ...part, file: rest } : part;
  });
  return {
    ...envelope,
    parts,
    text: writeFiles(filesDir(home, self.id), parts),
    senderId: id,
    senderEndpoint: null,
    expiresAt: envelope.expiresAt === null ? null : envelope.expiresAt - remote.aheadMs,
  };
}
