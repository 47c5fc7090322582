/** Tells a waiting command how far its message is and what its target does, whenever one of them changes. */
import { toIso } from '../../../clock.js';
import { shortId } from '../../../ids.js';
import type { Registry } from '../../../registry/registry.js';
import type { Message } from '../../../taskstore/message.js';
import type { DaemonContext } from '../../context.js';

interface Listener {
  readonly signal: AbortSignal;
  send(line: Record<string, unknown>): void;
}

/** Ends with the signal of the listener. */
export function tellProgress(context: DaemonContext, listener: Listener, seq: number): void {
  const { events, registry, store } = context;
  let told = '';
  const tell = () => {
    const message = store.message(seq);
    if (!message || listener.signal.aborted) return;
    const line = { event: 'progress', ...progressOf(message, registry) };
    const text = JSON.stringify(line);
    if (text === told) return;
    told = text;
    listener.send(line);
  };
  const target = store.message(seq)?.peer.id;
  const stops = [
    events.on('change', ({ message }) => message?.seq === seq && tell()),
    events.on('liveEntry', ({ id }) => id === target && tell()),
  ];
  listener.signal.addEventListener('abort', () => {
    for (const stop of stops) stop();
  });
  tell();
}

/** A person's daemon is always ready, which says nothing about the person. */
function progressOf({ displayId, peer, receipt }: Message, registry: Registry): Record<string, unknown> {
  const agent = registry.get(peer.id);
  const { live = null, status } = agent ?? {};
  const isProgram = agent !== null && agent.kind === 'ai';
  return {
    target: peer.id,
    id: shortId(displayId),
    receipt: { state: receipt.state, reason: receipt.reason, at: toIso(receipt.at) },
    status: isProgram ? { state: status, since: live ? toIso(live.statusAt) : null } : null,
  };
}
