/** One thing that needs the person, with everything to deal with it at once. */
import type { Need } from '../../a2a/activity.js';
import { Action, tell } from '../parts/action.js';
import { Compose } from '../parts/compose.js';
import { Dots } from '../parts/dots.js';
import { harmless } from '../parts/harmless.js';
import { Icon } from '../parts/icon.js';
import { Avatar } from '../parts/status.js';
import { Linked, Name } from '../parts/text.js';
import { Ago } from '../parts/time.js';
import { call } from '../state/call.js';
import { addressOf } from '../state/place.js';
import { reply, sendText } from '../state/send.js';
import { say, stateWord, type Word } from '../words/words.js';
import { isRecommended } from './recommended.js';
import { unframed } from './unframed.js';

export function NeedCard({ need }: { readonly need: Need }) {
  return (
    <article class={`need ${need.what}`} aria-label={`${need.agent} ${say(titleOf(need))}`}>
      <Avatar id={need.agent} />
      <div class="need-main">
        <header>
          <span class="need-title">
            <a href={addressOf('agents', need.agent)}>
              <strong>
                <Name>{need.agent}</Name>
              </strong>
            </a>{' '}
            {say(titleOf(need))}
          </span>
          <Ago at={need.since} />
          {FAILURES.includes(need.what) && <Dismiss need={need} />}
        </header>
        <NeedBody need={need} />
      </div>
    </article>
  );
}

/** These stay until somebody has seen them; everything else ends by being dealt with. */
export const FAILURES: readonly Need['what'][] = ['message', 'given_up', 'dead', 'held'];

function Dismiss({ need: { id, agent } }: { readonly need: Need }) {
  return (
    <Action
      look="quiet"
      label={`${say('dismiss')}: ${agent}`}
      act={() => call('POST /own/needs/dismiss', { body: { id } })}
    >
      <Icon name="close" />
    </Action>
  );
}

const TITLES: Readonly<Record<string, Word>> = {
  dialog: 'need_dialog',
  question: 'need_question',
  request: 'need_request',
  chat: 'need_chat',
  approval: 'need_approval',
  message: 'need_message',
  given_up: 'need_given_up',
  dead: 'need_dead',
  held: 'need_held',
};

function titleOf(need: Need): Word {
  if (need.what === 'message' && need.state === 'uncertain') return 'need_message_doubt';
  return TITLES[need.what] ?? 'need_other';
}

function NeedBody({ need }: { readonly need: Need }) {
  switch (need.what) {
    case 'dialog':
      return <DialogBody need={need} />;
    case 'question':
      return (
        <>
          <Said text={need.text} />
          <Compose
            label={`${say('answer')} · ${need.agent} · ${need.short_id}`}
            placeholder={say('answer_to', { who: need.agent })}
            ways={[
              {
                name: say('answer'),
                isMain: true,
                send: (text) => sendText({ to: need.agent, text, task: need.task }),
              },
            ]}
          />
        </>
      );
    case 'request':
      return (
        <>
          <Said text={need.text} />
          <Compose
            label={`${say('answer')} · ${need.agent} · ${need.short_id}`}
            placeholder={say('answer_to', { who: need.agent })}
            ways={[
              {
                name: say('answer'),
                isMain: true,
                send: (text) => reply({ to: need.agent, text, task: need.task }),
              },
            ]}
          />
        </>
      );
    case 'chat':
      return <ChatBody need={need} />;
    case 'approval':
      return <ApprovalBody need={need} />;
    case 'message':
      return (
        <>
          <Said text={need.text} />
          <p class="facts">
            <Dots>
              {say('to', { who: need.to })}
              {stateWord(need.state)}
              {need.reason !== null && <Name>{need.reason}</Name>}
              <a href={addressOf('messages', need.id.replace(/^message:/, ''))}>{say('time_line')}</a>
            </Dots>
          </p>
        </>
      );
    case 'dead':
      return (
        <>
          <p class="quiet-text">{say('dead_hint')}</p>
          <div class="actions">
            <Action look="main" act={() => call('POST /page/agents/:id/start', { path: { id: need.agent } })}>
              {say('start')}
            </Action>
          </div>
        </>
      );
    case 'held':
      return (
        <>
          <Said text={need.text} />
          <p class="facts">
            <Dots>
              <Name>{need.reason}</Name>
              <a href={addressOf('agents', need.agent)}>{say('open')}</a>
            </Dots>
          </p>
        </>
      );
    case 'given_up':
      return <Said text={need.reason ?? need.text} />;
    default:
      return <Said text={(need as { readonly text?: string }).text ?? ''} />;
  }
}

function DialogBody({ need }: { readonly need: Extract<Need, { what: 'dialog' }> }) {
  const { agent, session, dialog, choices, tool, command } = need;
  const answer = async (choice: string) => {
    await call('POST /at/:agent/control/answer', { path: { agent }, body: { dialog, choice, session } });
    tell(say('chosen'));
  };
  return (
    <>
      {command !== null && (
        <p class="asks">
          <span class="quiet-text">{tool ?? say('command')}</span>
          <code>{harmless(command)}</code>
        </p>
      )}
      <Said text={unframed(need.text)} isScreen />
      <div class="actions">
        {choices.map((choice) => (
          <Action
            key={choice.key}
            look={isRecommended(choice, `${command ?? ''}\n${need.text}`) ? 'main' : 'plain'}
            act={() => answer(choice.key)}
          >
            <kbd>{harmless(choice.key)}</kbd> <Name>{choice.text}</Name>
          </Action>
        ))}
        {choices.length === 0 && <span class="hint">{say('no_choices')}</span>}
        <a class="button quiet" href={addressOf('agents', agent)}>
          {say('open')}
        </a>
      </div>
    </>
  );
}

function ChatBody({ need }: { readonly need: Extract<Need, { what: 'chat' }> }) {
  const { agent, project, messages } = need;
  const markRead = () => call('POST /own/chat/read', { body: { ids: messages.map(({ id }) => id) } });
  const answer = async (content: string) => {
    await call('POST /own/projects/:id/agents/:agent/chat/messages', {
      path: { id: project, agent },
      body: { content },
    });
    await markRead();
    tell(say('sent', { who: agent }));
  };
  return (
    <>
      {messages.map(({ id, from, text }) => (
        <Said key={id} text={from === agent ? text : `${from}: ${text}`} />
      ))}
      <Compose
        label={`${say('answer')} · ${agent} · ${project}`}
        placeholder={say('answer_to', { who: agent })}
        ways={[{ name: say('answer'), isMain: true, send: answer }]}
      />
      <div class="actions">
        <Action look="quiet" act={markRead}>
          {say('mark_read')}
        </Action>
        <a class="button quiet" href={addressOf('talk')}>
          {say('open')}
        </a>
      </div>
    </>
  );
}

function ApprovalBody({ need }: { readonly need: Extract<Need, { what: 'approval' }> }) {
  const decide = (action: 'approve' | 'reject') =>
    call('POST /own/work/:id/:action', { path: { id: need.work, action } });
  return (
    <>
      <Said text={need.text} />
      <div class="actions">
        <Action look="main" act={() => decide('approve')}>
          {say('approve')}
        </Action>
        <Action act={() => decide('reject')}>{say('reject')}</Action>
        <a class="button quiet" href={addressOf('work', need.work)}>
          {say('open')}
        </a>
      </div>
    </>
  );
}

function Said({ text, isScreen = false }: { readonly text: string; readonly isScreen?: boolean }) {
  if (text.trim() === '') return null;
  return (
    <div class={isScreen ? 'said screen' : 'said'} tabIndex={0} role="group" aria-label={say('text')}>
      <Linked text={text} />
    </div>
  );
}
