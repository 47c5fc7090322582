/** The view *Now*: first who needs the person, then every agent as a card, and beside them what happens. */
import type { AgentCard, Need } from '../../a2a/activity.js';
import { Dots } from '../parts/dots.js';
import { NoAgents } from '../parts/empty.js';
import { Avatar, Status } from '../parts/status.js';
import { Name } from '../parts/text.js';
import { Ago } from '../parts/time.js';
import { addressOf } from '../state/place.js';
import { sessionWork } from '../state/sessions.js';
import { happenings, isKnown, needs, programs } from '../state/world.js';
import { say, stateWord } from '../words/words.js';
import { Happening, isShown } from './happening.js';
import { FAILURES, NeedCard } from './need-card.js';

export function NowView() {
  return (
    <div class="now">
      <div class="now-main">
        <h1 class="unseen">{say('now')}</h1>
        <section aria-labelledby="needs-title">
          <h2 id="needs-title">
            {say('needs_you')} {needs.value.length > 0 && <span class="count">{needs.value.length}</span>}
          </h2>
          <div class="needs" aria-live="polite">
            {sorted(needs.value).map((need) => (
              <NeedCard key={need.id} need={need} />
            ))}
          </div>
          {needs.value.length === 0 && <p class="calm-line">{say(isKnown.value ? 'needs_nobody' : 'loading')}</p>}
        </section>
        <section aria-labelledby="agents-title">
          <h2 id="agents-title">{say('agents')}</h2>
          <ul class="cards">
            {programs.value.map((agent) => (
              <Card key={agent.id} agent={agent} />
            ))}
          </ul>
          {isKnown.value && programs.value.length === 0 && <NoAgents />}
        </section>
      </div>
      <Lately />
    </div>
  );
}

/** What somebody waits for comes before what went wrong; each the longest first. */
function sorted(all: readonly Need[]): readonly Need[] {
  const isLate = ({ what }: Need) => (FAILURES.includes(what) ? 1 : 0);
  return all.toSorted((a, b) => isLate(a) - isLate(b) || (a.since < b.since ? -1 : 1));
}

function Card({ agent }: { readonly agent: AgentCard }) {
  const { id, name, status, status_at, by, doing, doing_for, doing_since, open_requests, channel, project } = agent;
  const done = doing ?? sessionWork(agent);
  const about = name ?? agent.role ?? agent.profile;
  const facts = [agent.profile, channel, project].filter((fact) => fact !== null && fact !== about) as string[];
  const said = done ?? agent.status_reason;
  return (
    <li class={`card ${status}`}>
      <a href={addressOf('agents', id)} data-step>
        <span class="card-head">
          <Avatar id={id} />
          <span class="card-name">
            <strong>
              <Name>{id}</Name>
            </strong>
            <span class="quiet-text">
              <Name>{about}</Name>
            </span>
          </span>
          <span class="card-status">
            <Status state={status} />
            <span class="quiet-text">
              <Dots>
                {by !== null && say('known_by', { what: stateWord(by) })}
                {status_at !== null && <Ago at={status_at} />}
              </Dots>
            </span>
          </span>
        </span>
        {said !== null && (
          <span class={`doing ${done === null ? 'none' : ''}`}>
            <Name>{said}</Name>
          </span>
        )}
        <span class="facts">
          <Dots>
            {doing_for !== null && (
              <span>
                {say('for_whom', { who: doing_for })} <Ago at={doing_since} />
              </span>
            )}
            {open_requests > 0 && say('open_requests', { count: open_requests })}
            {facts.map((fact) => (
              <Name key={fact}>{fact}</Name>
            ))}
          </Dots>
        </span>
      </a>
    </li>
  );
}

const MOST_SHOWN = 60;

function Lately() {
  const shown = happenings.value.filter(isShown).slice(-MOST_SHOWN).reverse();
  return (
    <section class="lately" aria-labelledby="lately-title">
      <h2 id="lately-title">{say('lately')}</h2>
      {isKnown.value && shown.length === 0 && <p class="calm-line">{say('nothing_lately')}</p>}
      <ol tabIndex={0} aria-labelledby="lately-title">
        {shown.map((activity) => (
          <Happening key={activity.cursor} activity={activity} />
        ))}
      </ol>
    </section>
  );
}
