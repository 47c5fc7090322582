/** What the stream of everything that happens carries. `src/a2a/activity.ts` has the types. */
import { about, flag, instant, list, object, orNull, ref, text, whole, words } from '../schema.js';

const SESSION = object({
  session: text,
  purpose: orNull(words('task', 'chat')),
  project: orNull(text),
  status: text,
  status_reason: orNull(text),
  by: orNull(text),
  channel: orNull(text),
});

export const ACTIVITY_THINGS = {
  AgentCard: object({
    id: text,
    profile: text,
    name: orNull(text),
    role: orNull(text),
    project: orNull(text),
    kind: words('ai', 'human'),
    status: text,
    status_reason: orNull(text),
    status_at: orNull(instant),
    by: orNull(text),
    doing: about(orNull(text), 'the beginning of the newest request that it has not answered'),
    doing_for: orNull(text),
    doing_since: orNull(instant),
    open_requests: whole,
    channel: orNull(text),
    port: orNull(whole),
    cwd: text,
    sessions: list(SESSION),
    started_at: orNull(instant),
    instance: orNull(text),
    followed: about(flag, 'whether its daemon can be followed'),
  }),
  Need: {
    ...object({
      id: about(text, 'the same for as long as the matter is'),
      what: words('dialog', 'question', 'request', 'chat', 'approval', 'message', 'given_up', 'dead', 'held'),
      agent: text,
      project: orNull(text),
      since: instant,
      text,
    }),
    description: 'Something that waits for the person. What else it has depends on `what`, see docs/watching.md.',
    additionalProperties: true,
  },
  Activity: {
    ...object({
      event: words(
        ...['agent', 'dialog', 'message', 'receipt', 'task', 'chat', 'conversation', 'delegation', 'work'],
        ...['execution', 'need', 'following'],
      ),
      cursor: about(text, 'what `since` takes'),
      at: instant,
    }),
    description: 'Something that happened. What else it has depends on `event`, see docs/watching.md.',
    additionalProperties: true,
  },
  Snapshot: object({
    cursor: text,
    at: instant,
    person: text,
    gap: about(flag, 'whether things after `since` may be missing'),
    agents: list(ref('AgentCard')),
    needs: list(ref('Need')),
    past: list(ref('Activity')),
  }),
};
