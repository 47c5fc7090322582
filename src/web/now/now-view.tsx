/** The view *Now*: first who needs the person, then every agent as a card, and beside them what happens. */
import type { AgentCard } from '../../a2a/activity.js';
import { Avatar, Status } from '../parts/status.js';
import { Name } from '../parts/text.js';
import { Ago } from '../parts/time.js';
import { addressOf } from '../state/place.js';
import { happenings, isKnown, needs, programs } from '../state/world.js';
import { say, stateWord } from '../words/words.js';
import { Happening, isShown } from './happening.js';
import { NeedCard } from './need-card.js';

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
            {needs.value.map((need) => (
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
          {isKnown.value && programs.value.length === 0 && (
            <p class="calm-line">
              {say('no_agents')} <code>synapse claude</code>
            </p>
          )}
        </section>
      </div>
      <Lately />
    </div>
  );
}

function Card({ agent }: { readonly agent: AgentCard }) {
  const { id, name, status, status_at, by, doing, doing_for, doing_since, open_requests, channel, project } = agent;
  const facts = [channel ?? '', project ?? '', agent.profile].filter((fact) => fact !== '');
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
              <Name>{name ?? agent.role ?? agent.profile}</Name>
            </span>
          </span>
          <Status state={status} />
        </span>
        <span class={`doing ${doing === null ? 'none' : ''}`}>
          {doing === null ? (agent.status_reason ?? say('nothing_doing')) : <Name>{doing}</Name>}
        </span>
        <span class="facts">
          {doing_for !== null && (
            <span>
              {say('for_whom', { who: doing_for })} <Ago at={doing_since} />
            </span>
          )}
          {doing_for === null && status_at !== null && <Ago at={status_at} />}
          {by !== null && <span>{say('known_by', { what: stateWord(by) })}</span>}
          {open_requests > 0 && <span>{say('open_requests', { count: open_requests })}</span>}
          {facts.map((fact) => (
            <span key={fact}>
              <Name>{fact}</Name>
            </span>
          ))}
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
