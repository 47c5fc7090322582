/** The view *Agents*: who there is, and the one that is open: its terminal, its messages, and what can be done with it. */
import { useSignal } from '@preact/signals';
import type { AgentCard } from '../../a2a/activity.js';
import { NeedCard } from '../now/need-card.js';
import { Back, Missing } from '../parts/back.js';
import { Dots } from '../parts/dots.js';
import { NoAgents } from '../parts/empty.js';
import { Avatar, Status } from '../parts/status.js';
import { Name } from '../parts/text.js';
import { Ago } from '../parts/time.js';
import { addressOf, place } from '../state/place.js';
import { sessionWork } from '../state/sessions.js';
import { agents, isKnown, needs, programs } from '../state/world.js';
import { say, stateWord, type Word } from '../words/words.js';
import { AgentActions } from './agent-actions.js';
import { AgentMessages } from './agent-messages.js';
import { Terminal } from './terminal.js';

export function AgentsView() {
  const { id } = place.value;
  const agent = id === null ? null : (agents.value.get(id) ?? null);
  return (
    <div class={`split ${id === null ? '' : 'has-open'}`}>
      <section class="list-side" aria-labelledby="agents-title">
        <h1 id="agents-title">{say('agents')}</h1>
        <ul class="picks">
          {programs.value.map((each) => (
            <li key={each.id}>
              <a href={addressOf('agents', each.id)} aria-current={each.id === id ? 'true' : undefined} data-step>
                <Avatar id={each.id} />
                <span class="pick-name">
                  <Name>{each.id}</Name>
                  <Status state={each.status} />
                </span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section class="open-side" aria-label={id ?? say('pick_agent')}>
        {id === null && programs.value.length > 0 && <p class="calm-line empty">{say('pick_agent')}</p>}
        {id === null && isKnown.value && programs.value.length === 0 && <NoAgents />}
        {agent && <Agent key={agent.id} agent={agent} />}
        {id !== null && !agent && isKnown.value && <Missing to="agents" why={say('agent_unknown', { agent: id })} />}
      </section>
    </div>
  );
}

/** What it does and for whom, and how it was started. */
function AgentFacts({ agent }: { readonly agent: AgentCard }) {
  const { doing_for, doing_since, open_requests, channel, project, cwd, profile, role } = agent;
  const doing = agent.doing ?? sessionWork(agent);
  const facts: readonly (readonly [Word, string | null])[] = [
    ['program', profile],
    ['role', role],
    ['project', project],
    ['channel', channel],
    ['folder', cwd],
  ];
  return (
    <dl class="agent-facts">
      {doing !== null && (
        <div class="doing">
          <dt>{say('doing')}</dt>
          <dd>
            <Name>{doing}</Name>
            {doing_for !== null && (
              <span class="quiet-text">
                {' '}
                <Dots>
                  <span>
                    {say('for_whom', { who: doing_for })} <Ago at={doing_since} />
                  </span>
                  {open_requests > 1 && say('open_requests', { count: open_requests })}
                </Dots>
              </span>
            )}
          </dd>
        </div>
      )}
      {facts.map(
        ([word, fact]) =>
          fact !== null &&
          fact !== '' && (
            <div key={word}>
              <dt>{say(word)}</dt>
              <dd>
                <Name>{fact}</Name>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

const DOWN = ['stopped', 'dead', 'unreachable'];

function Agent({ agent }: { readonly agent: AgentCard }) {
  const session = useSignal<string | null>(null);
  const { id, status, status_reason, by, sessions } = agent;
  const isDown = DOWN.includes(status);
  const own = needs.value.filter((need) => need.agent === id);
  return (
    <div class="agent-open">
      <header class="thing-head">
        <Back to="agents" />
        <Avatar id={id} />
        <div class="thing-title">
          <h2>
            <Name>{id}</Name>
          </h2>
          <p class="facts">
            <Status state={status} />
            <Dots>
              {status_reason !== null && own.length === 0 && <Name>{status_reason}</Name>}
              {by !== null && say('known_by', { what: stateWord(by) })}
              {agent.status_at !== null && <Ago at={agent.status_at} />}
            </Dots>
          </p>
        </div>
        {agent.profile !== 'external' && <AgentActions agent={agent} isDown={isDown} />}
      </header>
      <AgentFacts agent={agent} />
      {own.map((need) => (
        <NeedCard key={need.id} need={need} />
      ))}
      {sessions.length > 1 && (
        <div class="tabs" role="group" aria-label={say('terminal', { agent: id })}>
          {sessions.map((each) => {
            const isShown = (session.value ?? sessions[0]?.session) === each.session;
            return (
              <button
                type="button"
                key={each.session}
                aria-pressed={isShown}
                onClick={() => (session.value = each.session)}
              >
                {stateWord(each.session)}
              </button>
            );
          })}
        </div>
      )}
      <div class="agent-body">
        {isDown || sessions.length === 0 ? (
          <p class="calm-line no-terminal">
            {say(agent.profile === 'external' ? 'outside_agent' : 'not_running', { agent: id })}
          </p>
        ) : (
          <Terminal key={`${agent.instance} ${session.value}`} agent={id} session={session.value} />
        )}
        <AgentMessages agent={id} />
      </div>
    </div>
  );
}
