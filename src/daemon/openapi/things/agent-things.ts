/** Agents and their terminals, as requests and answers carry them. */
import { about, anything, flag, instant, list, object, orNull, ref, text, whole, words } from '../schema.js';

const STATUS = words('starting', 'ready', 'busy', 'waiting', 'paused', 'stopped', 'dead');
const HELD = object({ count: whole, reason: text, since: instant, screen: list(text) });
const DEGRADED = list(object({ channel: text, why: text }));

export const AGENT_THINGS = {
  Terminal: object({
    session: text,
    purpose: orNull(words('task', 'chat')),
    project: orNull(text),
    status: STATUS,
    status_reason: orNull(text),
    by: orNull(text),
    via: about(orNull(text), 'the channel of its messages'),
    degraded: DEGRADED,
    untried: orNull(anything),
    held: orNull(HELD),
    program_pid: orNull(whole),
    why: orNull(text),
    started_at: instant,
  }),
  Status: object({
    id: text,
    type: text,
    name: orNull(text),
    role: orNull(text),
    kind: words('ai', 'human'),
    status: STATUS,
    status_reason: orNull(text),
    status_at: instant,
    by: orNull(text),
    via: about(orNull(text), 'the channel of its messages'),
    degraded: DEGRADED,
    untried: orNull(anything),
    held: orNull(HELD),
    instance: text,
    pid: whole,
    program_pid: orNull(whole),
    program: list(text),
    port: whole,
    endpoint: text,
    socket: text,
    cwd: text,
    project: orNull(text),
    purpose: orNull(words('task', 'chat')),
    why: orNull(text),
    sessions: list(ref('Terminal')),
    paused: flag,
    dialog: orNull({ type: 'object' }),
    current_task: orNull(text),
    queue: object({ waiting: whole, outgoing: whole, open_requests: whole, hosts: { type: 'object' } }),
    team_statements: whole,
    version: text,
    started_at: instant,
    store_id: text,
  }),
};
