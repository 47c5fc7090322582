/** The sessions of the team: what agents work on and talk about without having been asked for an answer. */
import { effect, signal } from '@preact/signals';
import type { AgentCard } from '../../a2a/activity.js';
import type { Session } from '../../a2a/web/things.js';
import { say } from '../words/words.js';
import { call } from './call.js';
import { talkChanges, workChanges } from './world.js';

const sessions = signal<readonly Session[]>([]);
/** Changes that are close together are asked for once. */
const GATHER_MS = 300;
let isDue = false;

export function watchSessions(): void {
  effect(() => {
    workChanges.value;
    talkChanges.value;
    if (isDue) return;
    isDue = true;
    setTimeout(() => void look(), GATHER_MS);
  });
}

async function look(): Promise<void> {
  isDue = false;
  try {
    sessions.value = (await call('GET /own/sessions')).sessions;
  } catch {
    // The next change asks again.
  }
}

/** The work task of a session of the agent, else whom it talks with. Null if it does neither, or does not run. */
export function sessionWork({ id, project, sessions: terminals }: AgentCard): string | null {
  if (terminals.length === 0) return null;
  const own = sessions.value.filter(({ agent_id, project_id }) => agent_id === id && project_id === project);
  const work = own.find(({ task_title }) => task_title !== null)?.task_title ?? null;
  const talk = own.find(({ partners }) => partners.length > 0);
  if (work !== null || !talk) return work;
  const people = say('talks_with', { who: talk.partners.join(', ') });
  return talk.about === null ? people : `${people}: ${talk.about}`;
}
