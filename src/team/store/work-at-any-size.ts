/** The step of the schema that keeps looking at work as fast with a hundred thousand tasks as with a few. */
import type { Db } from './schema.js';
import { type Statement, table } from './table.js';

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
    schema.createIndex('executions_by_task').on('executions').columns(['task_id', 'place']),
    schema.createIndex('executions_by_start').on('executions').columns(['started_at', 'place']),
    schema.createIndex('executions_by_end').on('executions').columns(['status', 'completed_at']),
    // Whether somebody ever wrote to somebody is asked of those who never did, too.
    schema.createIndex('chat_by_both').on('chat_messages').columns(['receiver_id', 'sender_id', 'project_id', 'seq']),
  ];
}
