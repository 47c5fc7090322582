/** What of a team is over for good and old: nobody asks for it again. Chat, conversations and work tasks stay. */
import type { Db } from './store/schema.js';

export interface Pruned {
  readonly sessions: number;
  readonly notifications: number;
  readonly delegations: number;
}

export const NOTHING_PRUNED: Pruned = { sessions: 0, notifications: 0, delegations: 0 };

/** Deletes what ended, was read or was finished before that instant. */
export async function pruneTeam(tx: Db, before: number): Promise<Pruned> {
  const sessions = await forgottenSessions(tx, before).executeTakeFirst();
  const notifications = await tx.deleteFrom('notifications').where('read_at', '<=', before).executeTakeFirst();
  const delegations = await tx.deleteFrom('delegations').where('finished_at', '<=', before).executeTakeFirst();
  return {
    sessions: Number(sessions.numDeletedRows),
    notifications: Number(notifications.numDeletedRows),
    delegations: Number(delegations.numDeletedRows),
  };
}

/** While an agent's conversation goes on it matters when its last chat session ended. */
function forgottenSessions(tx: Db, before: number) {
  return tx
    .deleteFrom('sessions')
    .where('ended_at', '<=', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('conversations')
            .select('conversations.id')
            .where('conversations.state', 'in', ['pending', 'active', 'terminating'])
            .whereRef('conversations.project_id', '=', 'sessions.project_id')
            .where((row) =>
              row.or([
                row('conversations.initiator_id', '=', row.ref('sessions.agent_id')),
                row('conversations.participant_id', '=', row.ref('sessions.agent_id')),
              ]),
            ),
        ),
      ),
    );
}
