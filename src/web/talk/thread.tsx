/** A conversation: what was said, how much is left of it, and a box for the person to write to one of the two. */
import { useEffect, useRef } from 'preact/hooks';
import type { Conversation } from '../../a2a/web/things.js';
import { Action, tell } from '../parts/action.js';
import { Back } from '../parts/back.js';
import { Compose } from '../parts/compose.js';
import { Dots } from '../parts/dots.js';
import { Avatar, Status } from '../parts/status.js';
import { Linked, Name } from '../parts/text.js';
import { Ago, Clock } from '../parts/time.js';
import { call } from '../state/call.js';
import { useLoaded } from '../state/loaded.js';
import { addressOf } from '../state/place.js';
import { talkChanges } from '../state/world.js';
import { say, stateWord } from '../words/words.js';

export function Thread({ conversation }: { readonly conversation: Conversation }) {
  const { id, project_id, initiator_id, participant_id, state, purpose } = conversation;
  const { thing, error } = useLoaded(
    id,
    (signal) => call('GET /own/conversations/:id', { path: { id }, signal }),
    talkChanges,
  );
  const messages = thing?.messages ?? [];
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [messages.length]);
  const isOpen = state === 'active' || state === 'pending';
  const writeTo = (agent: string) => async (content: string) => {
    await call('POST /own/projects/:id/agents/:agent/chat/messages', {
      path: { id: project_id, agent },
      body: { content },
    });
    tell(say('sent', { who: agent }));
  };
  return (
    <article class="thread">
      <header class="thing-head">
        <Back to="talk" />
        <div class="thing-title">
          <h2>
            <a href={addressOf('agents', initiator_id)}>
              <Name>{initiator_id}</Name>
            </a>{' '}
            →{' '}
            <a href={addressOf('agents', participant_id)}>
              <Name>{participant_id}</Name>
            </a>
          </h2>
          {purpose !== null && (
            <p>
              <Name>{purpose}</Name>
            </p>
          )}
          <ThreadFacts conversation={conversation} />
        </div>
        {isOpen && (
          <Action confirm={say('really_end')} act={() => call('POST /page/conversations/:id/end', { path: { id } })}>
            {say('end')}
          </Action>
        )}
      </header>
      {error !== null && <p class="problem">{error}</p>}
      <ol class="bubbles" ref={list} tabIndex={0} aria-label={say('conversations')} aria-live="polite">
        {messages.map(({ id: message, sender_id, content, created_at }) => (
          <li key={message} class={sender_id === initiator_id ? 'bubble' : 'bubble own'}>
            <p class="facts">
              <Avatar id={sender_id} />
              <strong>
                <Name>{sender_id}</Name>
              </strong>
              <Clock at={created_at} />
            </p>
            <div class="bubble-text">
              <Linked text={content} />
            </div>
          </li>
        ))}
      </ol>
      <Compose
        label={say('write')}
        ways={[initiator_id, participant_id].map((agent, index) => ({
          name: say('to', { who: agent }),
          isMain: index === 0,
          send: writeTo(agent),
        }))}
      />
    </article>
  );
}

function ThreadFacts({ conversation }: { readonly conversation: Conversation }) {
  const { state, turns, max_turns, ends_at = null, ended_by, end_reason, task_id } = conversation;
  const isOpen = state === 'active' || state === 'pending';
  return (
    <p class="facts">
      <Status state={state} />
      <Dots>
        {isOpen && say('turns_left', { count: max_turns - turns })}
        {isOpen && ends_at !== null && (
          <span>
            {say('deadline', { time: '' })}
            <Ago at={ends_at} />
          </span>
        )}
        {ended_by !== null && say('ended_by', { who: ended_by })}
        {end_reason !== null && say('ended_why', { why: stateWord(end_reason) })}
        {task_id !== null && (
          <span>
            {say('about_work')}{' '}
            <a href={addressOf('work', task_id)}>
              <code>{task_id.slice(0, 12)}</code>
            </a>
          </span>
        )}
      </Dots>
    </p>
  );
}
