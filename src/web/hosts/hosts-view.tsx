/** The view *Hosts*: every other host with its link, who is there, and what waits for it. */
import type { LinkedHost } from '../../a2a/web/things.js';
import { Empty } from '../parts/empty.js';
import { Status } from '../parts/status.js';
import { Name } from '../parts/text.js';
import { Ago } from '../parts/time.js';
import { hosts, hostsError } from '../state/hosts.js';
import { say } from '../words/words.js';

export function HostsView() {
  const shown = hosts.value;
  return (
    <section class="hosts" aria-labelledby="hosts-title">
      <h1 id="hosts-title">{say('hosts')}</h1>
      {hostsError.value !== null && <p class="problem">{hostsError.value}</p>}
      {hostsError.value === null && shown.length === 0 && (
        <Empty
          icon="hosts"
          title="no_hosts"
          hint="no_hosts_hint"
          commands={['synapse host add gpu user@gpu.example']}
        />
      )}
      <ul class="cards">
        {shown.map((host) => (
          <HostCard key={host.name} host={host} />
        ))}
      </ul>
    </section>
  );
}

function HostCard({ host }: { readonly host: LinkedHost }) {
  const { name, target, state, reason, since, version, round_trip_ms, agents, waiting } = host;
  return (
    <li class="host">
      <p class="card-head">
        <span class="card-name">
          <strong>
            <Name>{name}</Name>
          </strong>
          <span class="quiet-text">
            <Name>{target ?? say('dials_here')}</Name>
          </span>
        </span>
        <Status state={state} />
      </p>
      {state === 'down' && reason !== null && (
        <p class="problem">
          <Name>{reason}</Name>
        </p>
      )}
      {agents.length === 0 ? (
        <p class="quiet-text">{say('no_agents_there')}</p>
      ) : (
        <ul class="host-agents">
          {agents.map(({ id, status }) => (
            <li key={id}>
              <Name>{`${id}@${name}`}</Name> <Status state={state === 'up' ? status : 'unreachable'} />
            </li>
          ))}
        </ul>
      )}
      <p class="facts">
        {state === 'up' && round_trip_ms !== null && <span>{say('round_trip', { ms: round_trip_ms.toFixed(1) })}</span>}
        <span>{waiting > 0 ? say('host_waiting', { count: waiting }) : say('host_nothing_waits')}</span>
        {since !== null && <Ago at={since} />}
        {version !== null && <Name>{`Synapse ${version}`}</Name>}
      </p>
    </li>
  );
}
