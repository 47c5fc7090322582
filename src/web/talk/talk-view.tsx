/** The view *Talk*: conversations and delegations as threads, and who talks with whom as a small picture. */
import type { Conversation, Delegation } from '../../a2a/web/things.js';
import { Missing } from '../parts/back.js';
import { Empty } from '../parts/empty.js';
import { Status } from '../parts/status.js';
import { Name } from '../parts/text.js';
import { Ago } from '../parts/time.js';
import { call } from '../state/call.js';
import { useLoaded } from '../state/loaded.js';
import { addressOf, place } from '../state/place.js';
import { talkChanges } from '../state/world.js';
import { say } from '../words/words.js';
import { DelegationThread } from './delegation-thread.js';
import { Thread } from './thread.js';
import { WhoTalks } from './who-talks.js';

const OPEN = ['pending', 'active', 'terminating', 'processing'];

export function TalkView() {
  const talks = useLoaded(
    'talk',
    async (signal) => {
      const [{ conversations }, { delegations }] = await Promise.all([
        call('GET /page/conversations', { signal }),
        call('GET /own/delegations', { signal, query: { limit: 500 } }),
      ]);
      return { conversations: conversations.toSorted(byTime), delegations };
    },
    talkChanges,
  );
  const { conversations = [], delegations = [] } = talks.thing ?? {};
  const { id } = place.value;
  const count = conversations.length + delegations.length;
  const conversation = conversations.find((each) => each.id === id);
  const delegation = delegations.find((each) => each.delegation_id === id);
  return (
    <div class={`split ${id === null ? '' : 'has-open'}`}>
      <section class="list-side" aria-labelledby="talk-title">
        <h1 id="talk-title">{say('talk')}</h1>
        {talks.error !== null && <p class="problem">{talks.error}</p>}
        {conversations.length > 0 && (
          <>
            <WhoTalks conversations={conversations} />
            <h2>{say('conversations')}</h2>
            <ul class="picks">
              {conversations.map((each) => (
                <ConversationPick key={each.id} conversation={each} isOpen={each.id === id} />
              ))}
            </ul>
          </>
        )}
        {delegations.length > 0 && (
          <>
            <h2>{say('delegations')}</h2>
            <ul class="picks">
              {delegations.map((each) => (
                <DelegationPick key={each.delegation_id} delegation={each} isOpen={each.delegation_id === id} />
              ))}
            </ul>
          </>
        )}
      </section>
      <section class="open-side" aria-label={say('conversations')}>
        {conversation && <Thread key={conversation.id} conversation={conversation} />}
        {delegation && <DelegationThread delegation={delegation} conversations={conversations} />}
        {id === null && count > 0 && <p class="calm-line empty">{say('pick_talk')}</p>}
        {id === null && talks.thing && count === 0 && <Empty icon="talk" title="no_talk" hint="no_talk_hint" />}
        {id !== null && talks.thing && !conversation && !delegation && <Missing to="talk" why={say('talk_unknown')} />}
      </section>
    </div>
  );
}

function ConversationPick({ conversation, isOpen }: { readonly conversation: Conversation; readonly isOpen: boolean }) {
  const { id, initiator_id, participant_id, purpose, state, turns, max_turns, last_activity_at } = conversation;
  return (
    <li class={OPEN.includes(state) ? '' : 'over'}>
      <a href={addressOf('talk', id)} aria-current={isOpen ? 'true' : undefined} data-step>
        <span class="pick-name">
          <span>
            <Name>{initiator_id}</Name> → <Name>{participant_id}</Name>
          </span>
          <span class="one-line quiet-text">
            <Name>{purpose ?? ''}</Name>
          </span>
          <span class="facts">
            <Status state={state} />
            <span>
              {turns}/{max_turns}
            </span>
            <Ago at={last_activity_at} />
          </span>
        </span>
      </a>
    </li>
  );
}

function DelegationPick({ delegation, isOpen }: { readonly delegation: Delegation; readonly isOpen: boolean }) {
  const { delegation_id, agent_id, target_agent_id, purpose, status, created_at } = delegation;
  return (
    <li class={OPEN.includes(status) ? '' : 'over'}>
      <a href={addressOf('talk', delegation_id)} aria-current={isOpen ? 'true' : undefined} data-step>
        <span class="pick-name">
          <span>
            <Name>{agent_id}</Name> → <Name>{target_agent_id}</Name>
          </span>
          <span class="one-line quiet-text">
            <Name>{purpose}</Name>
          </span>
          <span class="facts">
            <Status state={status} />
            <Ago at={created_at} />
          </span>
        </span>
      </a>
    </li>
  );
}

/** What goes on first, then the latest. */
function byTime(a: Conversation, b: Conversation): number {
  const isOpen = (each: Conversation) => (OPEN.includes(each.state) ? 0 : 1);
  return isOpen(a) - isOpen(b) || (a.last_activity_at < b.last_activity_at ? 1 : -1);
}
