/** What can be done with an agent as a whole. */
import type { AgentCard } from '../../a2a/activity.js';
import { Action } from '../parts/action.js';
import { call } from '../state/call.js';
import { say } from '../words/words.js';

export function AgentActions({ agent, isDown }: { readonly agent: AgentCard; readonly isDown: boolean }) {
  const { id, status } = agent;
  const path = { id };
  const at = { path: { agent: id } };
  if (isDown) {
    return (
      <div class="actions">
        <Action look="main" act={() => call('POST /page/agents/:id/start', { path })}>
          {say('start')}
        </Action>
      </div>
    );
  }
  return (
    <div class="actions">
      {status === 'paused' ? (
        <Action look="main" act={() => call('POST /at/:agent/control/resume', at)}>
          {say('resume')}
        </Action>
      ) : (
        <Action act={() => call('POST /at/:agent/control/pause', at)}>{say('pause')}</Action>
      )}
      <Action act={() => call('POST /at/:agent/control/interrupt', at)}>{say('interrupt')}</Action>
      <Action
        confirm={say('really_restart', { agent: id })}
        act={() => call('POST /page/agents/:id/restart', { path })}
      >
        {say('restart')}
      </Action>
      <Action confirm={say('really_stop', { agent: id })} act={() => call('POST /page/agents/:id/stop', { path })}>
        {say('stop')}
      </Action>
    </div>
  );
}
