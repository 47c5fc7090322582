/** The view *Messages*: everything that was sent, searched and filtered, one of it in detail, and a box to write to anybody. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { newWanted } from '../keys.js';
import { Empty } from '../parts/empty.js';
import { VirtualList } from '../parts/virtual-list.js';
import { go, place } from '../state/place.js';
import { agentList } from '../state/world.js';
import { say } from '../words/words.js';
import { MessageDetails } from './message-details.js';
import { MessageRow } from './message-row.js';
import { useMessages } from './use-messages.js';
import { WriteBox } from './write-box.js';

const ROW_PIXELS = 62;
/** Somebody who is still typing is not searched for yet. */
const TYPING_MS = 250;

export function MessagesView() {
  const words = useSignal('');
  const search = useSignal('');
  const agent = useSignal('');
  const onlyBad = useSignal(false);
  const isWriting = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => (search.value = words.value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [words.value]);
  const before = useSignal(newWanted.peek());
  useSignalEffect(() => {
    if (newWanted.value === before.peek()) return;
    before.value = newWanted.value;
    isWriting.value = true;
  });
  const { messages, silent, isComplete, error, more } = useMessages({
    search: search.value,
    agent: agent.value,
    onlyBad: onlyBad.value,
  });
  const { id } = place.value;
  const isSearching = search.value !== '' || agent.value !== '' || onlyBad.value;
  const isEmpty = messages.length === 0 && isComplete && !isSearching;
  const open = messages.find((message) => message.message_id === id) ?? null;
  return (
    <div class={`split ${id === null ? '' : 'has-open'}`}>
      <section class="list-side wide" aria-labelledby="messages-title">
        <div class="list-head">
          <h1 id="messages-title">{say('messages')}</h1>
          <button
            type="button"
            class="main"
            onClick={() => (isWriting.value = !isWriting.value)}
            aria-expanded={isWriting.value}
            data-leaves={isWriting.value ? '' : undefined}
          >
            {say('new_message')}
          </button>
        </div>
        {isWriting.value && <WriteBox onDone={() => (isWriting.value = false)} />}
        <div class="filters">
          <input
            type="search"
            aria-label={say('search_hint')}
            placeholder={say('search_hint')}
            value={words.value}
            onInput={(event) => (words.value = event.currentTarget.value)}
          />
          <select
            aria-label={say('agents')}
            value={agent.value}
            onChange={(event) => (agent.value = event.currentTarget.value)}
          >
            <option value="">{say('everybody')}</option>
            {agentList.value.map((each) => (
              <option key={each.id} value={each.id}>
                {each.id}
              </option>
            ))}
          </select>
          <label class="check">
            <input
              type="checkbox"
              checked={onlyBad.value}
              onChange={(event) => (onlyBad.value = event.currentTarget.checked)}
            />
            {say('only_failures')}
          </label>
        </div>
        {error !== null && <p class="problem">{error}</p>}
        {silent.length > 0 && <p class="hint">{say('silent_agents', { who: silent.join(', ') })}</p>}
        {messages.length === 0 && error === null && !isEmpty && (
          <p class="calm-line">{say(isComplete ? 'no_such_messages' : 'loading')}</p>
        )}
        {isEmpty && <Empty icon="messages" title="no_messages_yet" hint="no_messages_hint" />}
        {messages.length > 0 && (
          <VirtualList
            items={messages}
            rowHeight={ROW_PIXELS}
            label={say('messages')}
            keyOf={(message) => message.message_id}
            draw={(message) => <MessageRow message={message} />}
            selected={id}
            onSelect={(message) => go('messages', message.message_id)}
            onEnd={more}
          />
        )}
      </section>
      <section class="open-side" aria-label={say('message')}>
        {id === null && !isEmpty && <p class="calm-line empty">{say('pick_message')}</p>}
        {id !== null && <MessageDetails key={id} id={id} known={open} />}
      </section>
    </div>
  );
}
