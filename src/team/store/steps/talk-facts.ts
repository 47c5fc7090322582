/** The schema step that links conversations with delegations, and notices with what they are about. */
import type { Db } from '../schema.js';
import type { Statement } from '../table.js';

export function talkFacts(db: Db): readonly Statement[] {
  const { schema } = db;
  return [
    schema.alterTable('conversations').addColumn('delegation_id', 'text'),
    schema.alterTable('conversations').addColumn('joined_at', 'bigint'),
    // Earlier versions found the conversations of a delegation by task, partner and time.
    db.updateTable('conversations').set((row) => ({
      delegation_id: row
        .selectFrom('delegations')
        .select('delegations.id')
        .whereRef('delegations.task_id', '=', 'conversations.task_id')
        .whereRef('delegations.agent_id', '=', 'conversations.initiator_id')
        .whereRef('delegations.target_agent_id', '=', 'conversations.participant_id')
        .whereRef('delegations.created_at', '<=', 'conversations.created_at')
        .orderBy('delegations.place', 'desc')
        .limit(1),
    })),
    db
      .updateTable('conversations')
      .set((row) => ({ joined_at: row.ref('participant_active_at') }))
      .where('state', 'in', ['active', 'terminating', 'ended']),
    schema.createIndex('conversations_by_delegation').on('conversations').column('delegation_id'),
    schema.alterTable('notifications').addColumn('message_id', 'text'),
    schema.alterTable('notifications').addColumn('who_id', 'text'),
    schema
      .alterTable('projects')
      .addColumn('requires_conversations', 'integer', (column) => column.notNull().defaultTo(0)),
  ];
}
