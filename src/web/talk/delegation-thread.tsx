/** A delegation: what an agent's task session asked its chat session to talk about, and what came of it. */
import type { Conversation, Delegation } from '../../a2a/web/things.js';
import { Back } from '../parts/back.js';
import { Status } from '../parts/status.js';
import { Linked, Name } from '../parts/text.js';
import { Ago } from '../parts/time.js';
import { addressOf } from '../state/place.js';
import { say } from '../words/words.js';
import { Thread } from './thread.js';

interface DelegationProps {
  readonly delegation: Delegation;
  readonly conversations: readonly Conversation[];
}

export function DelegationThread({ delegation, conversations }: DelegationProps) {
  const { delegation_id, agent_id, target_agent_id, purpose, context, status, result, task_id, created_at } =
    delegation;
  const conversation = conversations.find((each) => each.delegation_id === delegation_id);
  return (
    <article class="thread">
      <header class="thing-head">
        <Back to="talk" />
        <div class="thing-title">
          <h2>
            <Name>{agent_id}</Name> → <Name>{target_agent_id}</Name>
          </h2>
          <p class="facts">
            <Status state={status} />
            <Ago at={created_at} />
            {task_id !== null && (
              <a href={addressOf('work', task_id)}>
                <code>{task_id.slice(0, 12)}</code>
              </a>
            )}
          </p>
        </div>
      </header>
      <div class="said whole">
        <Linked text={context === null ? purpose : `${purpose}\n\n${context}`} />
      </div>
      {result !== null && (
        <>
          <h3>{say('result')}</h3>
          <div class="said whole">
            <Linked text={result} />
          </div>
        </>
      )}
      {conversation && <Thread key={conversation.id} conversation={conversation} />}
    </article>
  );
}
