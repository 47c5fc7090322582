/** One message: its text, and its receipts as a time line, as the sender and as the receiver know them. */
import type { HistoryMessage, Receipt, SentTask } from '../../a2a/web/things.js';
import { Back, Missing } from '../parts/back.js';
import { Compose } from '../parts/compose.js';
import { Status, toneOf } from '../parts/status.js';
import { Linked, Name } from '../parts/text.js';
import { Clock } from '../parts/time.js';
import { call } from '../state/call.js';
import { useLoaded } from '../state/loaded.js';
import { addressOf } from '../state/place.js';
import { ask, sendText } from '../state/send.js';
import { me } from '../state/session.js';
import { agents, mailChanges } from '../state/world.js';
import { say, stateWord } from '../words/words.js';

interface Sides {
  readonly from: string;
  readonly to: string;
  readonly sender: SentTask | null;
  readonly receiver: SentTask | null;
}

export function MessageDetails({ id, known }: { readonly id: string; readonly known: HistoryMessage | null }) {
  const { thing, error } = useLoaded(id, (signal) => findSides(id, known, signal), mailChanges);
  const task = thing?.sender ?? thing?.receiver ?? null;
  const text = task?.message?.message_id === id || !known ? (task?.message?.text ?? '') : known.text;
  const from = thing?.from ?? known?.from ?? '';
  const to = thing?.to ?? known?.to ?? '';
  const other = from === me.value?.id ? to : from;
  if (error !== null && !known) return <Missing to="messages" why={error} />;
  return (
    <article class="message-details">
      <header class="thing-head">
        <Back to="messages" />
        <div class="thing-title">
          <h2>
            <a href={addressOf('agents', from)}>
              <Name>{from}</Name>
            </a>{' '}
            →{' '}
            <a href={addressOf('agents', to)}>
              <Name>{to}</Name>
            </a>
          </h2>
          <p class="facts">
            {task && <Status state={task.state === 'submitted' ? 'requested' : task.state} />}
            {known && known.kind !== 'message' && <span class={`kind ${known.kind}`}>{stateWord(known.kind)}</span>}
            {task && <code>{task.short_id}</code>}
            {(task ?? known) && <Clock at={task?.created_at ?? known?.created_at ?? ''} />}
          </p>
        </div>
      </header>
      <div class="said whole" tabIndex={0} role="group" aria-label={say('text')}>
        <Linked text={text} />
      </div>
      {task?.reply && (
        <section aria-label={say('reply')}>
          <h3>
            {say('reply')} · <Name>{task.reply.from}</Name>
          </h3>
          <div class="said whole">
            <Linked text={task.reply.text} />
          </div>
        </section>
      )}
      {task?.error && <p class="problem">{task.error.message}</p>}
      {error !== null && <p class="problem">{error}</p>}
      <h3>{say('time_line')}</h3>
      {thing && (
        <div class="sides">
          <Side
            agent={from}
            title={say('at_sender', { who: from })}
            receipts={receiptsOf(thing.sender, known, 'outgoing')}
          />
          <Side
            agent={to}
            title={say('at_receiver', { who: to })}
            receipts={receiptsOf(thing.receiver, known, 'incoming')}
          />
        </div>
      )}
      {other !== '' && agents.value.has(other) && (
        <Compose
          label={say('write_to', { who: other })}
          ways={[
            { name: say('ask'), isMain: true, send: (written) => ask({ to: other, text: written }) },
            { name: say('send'), send: (written) => sendText({ to: other, text: written }) },
          ]}
        />
      )}
    </article>
  );
}

interface SideProps {
  readonly agent: string;
  readonly title: string;
  readonly receipts: readonly Receipt[] | null;
}

function Side({ agent, title, receipts }: SideProps) {
  const isDown = (agents.value.get(agent)?.instance ?? null) === null;
  return (
    <section class="side" aria-label={title}>
      <h4>{title}</h4>
      {receipts === null && <p class="hint">{say(isDown ? 'side_down' : 'side_unknown', { who: agent })}</p>}
      <ol class="line">
        {receipts?.map((receipt) => (
          <li key={`${receipt.at} ${receipt.state} ${receipt.reason}`} class={toneOf(receipt.state)}>
            <Status state={receipt.state} />
            <Clock at={receipt.at} />
            {receipt.via !== null && <span class="kind">{receipt.via}</span>}
            {receipt.reason !== null && (
              <span class="quiet-text">
                <Name>{receipt.reason}</Name>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** If the task of a message tells of another one, only its own latest receipt is known. */
function receiptsOf(task: SentTask | null, known: HistoryMessage | null, side: HistoryMessage['direction']) {
  if (task) return task.receipts;
  return known?.direction === side ? [known.receipt] : null;
}

/** Both sides are asked for the message. Who they are is known from the list, or from whoever has it. */
async function findSides(id: string, known: HistoryMessage | null, signal: AbortSignal): Promise<Sides> {
  const first = known ?? (await findAnywhere(id, signal));
  const [sender, receiver] = await Promise.all([first.from, first.to].map((agent) => askFor(agent, id, signal)));
  return { from: first.from, to: first.to, sender: sender ?? null, receiver: receiver ?? null };
}

async function askFor(agent: string, id: string, signal: AbortSignal): Promise<SentTask | null> {
  try {
    const isOwn = agent === me.value?.id;
    const answer = isOwn
      ? await call('GET /own/tasks/:id', { path: { id }, signal })
      : await call('GET /at/:agent/tasks/:id', { path: { agent, id }, signal });
    return answer.task;
  } catch {
    return null;
  }
}

async function findAnywhere(id: string, signal: AbortSignal): Promise<{ readonly from: string; readonly to: string }> {
  for (const agent of agents.value.keys()) {
    const task = await askFor(agent, id, signal);
    if (task) return { from: task.sender.sender_id, to: task.target.agent_id };
  }
  throw new Error(say('no_such_message'));
}
