/** The frame of the page: where one can go, whether what is shown is live, and the view that is open. */
import { useEffect } from 'preact/hooks';
import { AgentsView } from './agent/agents-view.js';
import { HostsView } from './hosts/hosts-view.js';
import { helpIsOpen, watchKeys } from './keys.js';
import { KeysHelp } from './keys-help.js';
import { MessagesView } from './messages/messages-view.js';
import { NowView } from './now/now-view.js';
import { notice } from './parts/action.js';
import { Icon } from './parts/icon.js';
import { clockTime } from './parts/time.js';
import { shownViews } from './state/hosts.js';
import { addressOf, place, type View } from './state/place.js';
import { isClosed, isReadOnly, me, now } from './state/session.js';
import { behindSince, streamState } from './state/stream.js';
import { needs } from './state/world.js';
import { TalkView } from './talk/talk-view.js';
import { say } from './words/words.js';
import { WorkView } from './work/work-view.js';

const DRAWN: Readonly<Record<View, () => preact.JSX.Element>> = {
  now: NowView,
  agents: AgentsView,
  talk: TalkView,
  work: WorkView,
  messages: MessagesView,
  hosts: HostsView,
};

export function App() {
  useEffect(watchKeys, []);
  const { view } = place.value;
  const count = needs.value.length;
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${say(view)} · Synapse`;
  }, [view, count]);
  if (isClosed.value) return <Closed />;
  const Drawn = DRAWN[view];
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        {say('skip')}
      </button>
      <nav aria-label={say('views')}>
        <span class="brand">
          <Icon name="brand" />
          <span class="brand-name">Synapse</span>
        </span>
        <ul>
          {shownViews().map((each) => (
            <li key={each}>
              <a href={addressOf(each)} aria-current={each === view ? 'page' : undefined}>
                <Icon name={each} />
                <span class="nav-name">{say(each)}</span>
                {each === 'now' && count > 0 && (
                  <span class="count">
                    {count}
                    <span class="unseen"> {say('needs_you')}</span>
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
        <div class="foot">
          <StreamMark />
          {me.value && isReadOnly.value && <span class="tag">{say('read_only')}</span>}
          <button type="button" class="quiet" aria-label={say('settings')} onClick={() => (helpIsOpen.value = true)}>
            <kbd>?</kbd>
          </button>
        </div>
      </nav>
      <div class="room">
        <Behind />
        <main id="main" tabIndex={-1}>
          <Drawn />
        </main>
      </div>
      <div class={`notice ${notice.value?.isBad ? 'bad' : ''}`} role="status" aria-live="polite" hidden={!notice.value}>
        {notice.value?.text}
      </div>
      {helpIsOpen.value && <KeysHelp />}
    </div>
  );
}

/** A daemon that is restarted is back within this time. */
const RESTART_MS = 8_000;

/** What is shown may be old: since when, and what helps if nobody else brings the daemon back. */
function Behind() {
  const since = behindSince.value;
  if (streamState.value !== 'behind' || since === null) return null;
  return (
    <div class="banner" role="status">
      <span>{say('behind', { time: clockTime(new Date(since).toISOString()) })}</span>
      {now.value - since > RESTART_MS && (
        <span>
          {say('behind_long')} <code>synapse web</code>
        </span>
      )}
    </div>
  );
}

function StreamMark() {
  const state = streamState.value;
  return (
    <span class={`stream ${state}`}>
      <span class="mark" aria-hidden="true" />
      <span class="stream-name">{say(state === 'live' ? 'live' : 'connecting')}</span>
    </span>
  );
}

function Closed() {
  return (
    <main class="closed">
      <Icon name="brand" />
      <h1>{say('page_closed')}</h1>
      <p>{say('page_closed_hint')}</p>
      <p>
        <code>synapse web</code>
      </p>
    </main>
  );
}
