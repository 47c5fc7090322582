/** One thing that happened, as a line. */
import type { ComponentChildren } from 'preact';
import type { Activity } from '../../a2a/activity.js';
import { harmless } from '../parts/harmless.js';
import { Status } from '../parts/status.js';
import { Name } from '../parts/text.js';
import { Clock } from '../parts/time.js';
import { addressOf, type View } from '../state/place.js';
import { stateWord } from '../words/words.js';

/** What would only repeat another line is left out. */
export function isShown(activity: Activity): boolean {
  if (activity.event === 'agent') return activity.what !== 'changed' && activity.what !== 'gone';
  if (activity.event === 'receipt') return ['held', 'failed', 'expired', 'uncertain'].includes(activity.state);
  if (activity.event === 'task') return activity.state !== 'completed';
  // What a daemon tells its own agent says another line, too.
  if (activity.event === 'message') return activity.from !== activity.to;
  return activity.event !== 'need' && activity.event !== 'following';
}

export function Happening({ activity }: { readonly activity: Activity }) {
  const { who, toWhom, what, text, view, id } = linesOf(activity);
  return (
    <li class={`happening ${activity.event}`}>
      <Clock at={activity.at} />
      <a href={addressOf(view, id)}>
        <span class="who">
          <Name>{who}</Name>
          {toWhom !== null && (
            <>
              <span class="arrow"> → </span>
              <Name>{toWhom}</Name>
            </>
          )}
        </span>{' '}
        {what}
        {text !== '' && <span class="said">{harmless(text)}</span>}
      </a>
    </li>
  );
}

interface Lines {
  readonly who: string;
  readonly toWhom: string | null;
  readonly what: ComponentChildren;
  readonly text: string;
  readonly view: View;
  readonly id: string | null;
}

function linesOf(activity: Activity): Lines {
  const common = { toWhom: null, what: null, text: '', id: null } as const;
  switch (activity.event) {
    case 'message':
      return {
        ...common,
        who: activity.from,
        toWhom: activity.to,
        text: activity.text,
        ...toMessage(activity.id),
        what: kindOf(activity.kind),
      };
    case 'receipt':
      return {
        ...common,
        who: activity.from,
        toWhom: activity.to,
        ...toMessage(activity.id),
        what: <Status state={activity.state} />,
      };
    case 'task':
      return {
        ...common,
        who: activity.from,
        toWhom: activity.to,
        ...toMessage(activity.task),
        what: <Status state={activity.state} />,
      };
    case 'chat':
      return {
        ...common,
        who: activity.from,
        toWhom: activity.to,
        text: activity.text,
        view: 'talk',
        id: activity.conversation,
      };
    case 'conversation':
      return {
        ...common,
        who: activity.from,
        toWhom: activity.to,
        text: activity.purpose ?? '',
        view: 'talk',
        id: activity.id,
        what: <Status state={activity.state} />,
      };
    case 'delegation':
      return {
        ...common,
        who: activity.from,
        toWhom: activity.to,
        text: activity.purpose,
        view: 'talk',
        id: activity.id,
        what: <Status state={activity.status} />,
      };
    case 'work':
      return {
        ...common,
        who: activity.by ?? activity.created_by,
        text: activity.title,
        view: 'work',
        id: activity.id,
        what: <Status state={activity.status} />,
      };
    case 'execution':
      return {
        ...common,
        who: activity.agent,
        text: activity.title ?? '',
        view: 'work',
        id: activity.work,
        what: <Status state={activity.status} />,
      };
    case 'agent':
      return {
        ...common,
        who: activity.agent.id,
        view: 'agents',
        id: activity.agent.id,
        what: <Status state={activity.agent.status} />,
      };
    case 'dialog':
      return {
        ...common,
        who: activity.agent,
        view: 'agents',
        id: activity.agent,
        text: activity.what === 'opened' ? activity.text : '',
        what: activity.what === 'opened' ? <Status state="waiting" /> : null,
      };
    default:
      return { ...common, who: '', view: 'now' };
  }
}

function toMessage(id: string) {
  return { view: 'messages', id } as const;
}

function kindOf(kind: string): ComponentChildren {
  return kind === 'message' ? null : <span class={`kind ${kind}`}>{stateWord(kind)}</span>;
}
