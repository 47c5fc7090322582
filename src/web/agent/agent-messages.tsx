/** The latest messages of one agent with their receipts, and a box to write to it. */
import { useEffect, useRef } from 'preact/hooks';
import type { HistoryMessage } from '../../a2a/web/things.js';
import { AskedList } from '../messages/asked-list.js';
import { Compose } from '../parts/compose.js';
import { Status } from '../parts/status.js';
import { Linked, Name } from '../parts/text.js';
import { Clock } from '../parts/time.js';
import { call } from '../state/call.js';
import { useLoaded } from '../state/loaded.js';
import { addressOf } from '../state/place.js';
import { ask, sendText } from '../state/send.js';
import { agents, mailChanges } from '../state/world.js';
import { say, stateWord } from '../words/words.js';

const MOST_SHOWN = 50;
const DOWN = ['stopped', 'dead'];

export function AgentMessages({ agent }: { readonly agent: string }) {
  // Only a daemon that runs can be asked; the others have what they kept, or what was sent to them.
  const card = agents.value.get(agent);
  const isRunning = card !== undefined && card.instance !== null && !DOWN.includes(card.status);
  const { thing, error } = useLoaded(
    `${agent} ${isRunning}`,
    (signal): Promise<{ readonly messages: readonly HistoryMessage[] }> =>
      isRunning
        ? call('GET /at/:agent/history', { path: { agent }, query: { limit: MOST_SHOWN }, signal })
        : call('GET /page/messages', { query: { agent, limit: MOST_SHOWN }, signal }),
    mailChanges,
  );
  const messages = thing?.messages ?? [];
  const list = useRef<HTMLOListElement>(null);
  const latest = messages.at(-1)?.message_id;
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [latest]);
  return (
    <section class="agent-messages" aria-labelledby="with-title">
      <h3 id="with-title">{say('messages_with')}</h3>
      <ol class="bubbles" ref={list} tabIndex={0} aria-labelledby="with-title">
        {messages.map((message) => (
          <Bubble key={message.message_id} message={message} agent={agent} />
        ))}
        {messages.length === 0 && <li class="calm-line">{error ?? say('no_messages')}</li>}
      </ol>
      <AskedList to={agent} />
      <Compose
        label={say('write_to', { who: agent })}
        ways={[
          { name: say('ask'), isMain: true, send: (text) => ask({ to: agent, text }) },
          { name: say('send'), send: (text) => sendText({ to: agent, text }) },
        ]}
      />
    </section>
  );
}

function Bubble({ message, agent }: { readonly message: HistoryMessage; readonly agent: string }) {
  const { from, to, kind, text, receipt, created_at, message_id } = message;
  return (
    <li class={from === agent ? 'bubble own' : 'bubble'}>
      <p class="facts">
        <strong>
          <Name>{from}</Name>
        </strong>
        <span>
          → <Name>{to}</Name>
        </span>
        {kind !== 'message' && <span class={`kind ${kind}`}>{stateWord(kind)}</span>}
        <Clock at={created_at} />
      </p>
      <div class="bubble-text">
        <Linked text={text} />
      </div>
      <p class="facts">
        <a href={addressOf('messages', message_id)} aria-label={`${say('time_line')}: ${stateWord(receipt.state)}`}>
          <Status state={receipt.state} />
        </a>
        {receipt.reason !== null && <Name>{receipt.reason}</Name>}
      </p>
    </li>
  );
}
