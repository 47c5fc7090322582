/** The schema step that keeps queries fast with hundreds of thousands of work tasks and a million messages. */
import type { Db } from '../schema.js';
import { type Statement, table } from '../table.js';

export function workAtAnySize(db: Db): readonly Statement[] {
  const { schema } = db;
  return [
    table(schema, 'work_counts', {
      project_id: 'text',
      assignee_id: 'text',
      status: 'text',
      count: 'count',
    }).addPrimaryKeyConstraint('work_counts_key', ['project_id', 'assignee_id', 'status']),
    db
      .insertInto('work_counts')
      .columns(['project_id', 'assignee_id', 'status', 'count'])
      .expression(
        db
          .selectFrom('work_tasks')
          .select((row) => [
            'project_id',
            row.fn.coalesce('assignee_id', row.val('')).as('assignee'),
            'status',
            row.fn.countAll<number>().as('count'),
          ])
          .groupBy(['project_id', 'assignee', 'status']),
      ),
    schema.createIndex('work_of_assignee').on('work_tasks').columns(['assignee_id', 'project_id', 'place']),
    schema
      .createIndex('work_of_assignee_by_status')
      .on('work_tasks')
      .columns(['assignee_id', 'project_id', 'status', 'place']),
    schema.createIndex('work_by_status').on('work_tasks').columns(['project_id', 'status', 'place']),
    schema.createIndex('executions_by_task').on('executions').columns(['task_id', 'agent_id', 'project_id', 'place']),
    schema.createIndex('executions_by_start').on('executions').columns(['started_at', 'place']),
    schema.createIndex('executions_by_end').on('executions').columns(['status', 'completed_at']),
    schema.dropIndex('work_by_assignee'),
    schema.dropIndex('executions_by_status'),
    // A partial index is not used by statements whose states are parameters.
    schema.createIndex('conversations_by_state').on('conversations').column('state'),
    schema.createIndex('conversations_by_pair').on('conversations').columns(['pair', 'project_id', 'state']),
    // Finds out quickly that one agent never wrote to another.
    schema.createIndex('chat_by_both').on('chat_messages').columns(['receiver_id', 'sender_id', 'project_id', 'seq']),
  ];
}
