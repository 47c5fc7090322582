/** The schema step that creates projects, agents, sessions, chat and conversations. */
import { sql } from 'kysely';
import type { Db } from '../schema.js';
import { type Statement, table } from '../table.js';

export function firstTables({ schema }: Db): readonly Statement[] {
  return [
    table(schema, 'projects', {
      id: 'text',
      name: 'text',
      working_directory: 'maybe text',
      status: 'text',
      created_by: 'text',
      created_at: 'count',
      last_seq: 'count',
    }).addPrimaryKeyConstraint('projects_key', ['id']),
    table(schema, 'agents', {
      id: 'text',
      name: 'text',
      kind: 'text',
      hierarchy: 'text',
      parent_id: 'maybe text',
      profile: 'maybe text',
      command: 'maybe text',
      auto: 'text',
      created_at: 'count',
    }).addPrimaryKeyConstraint('agents_key', ['id']),
    table(schema, 'project_agents', {
      project_id: 'text',
      agent_id: 'text',
      assigned_at: 'count',
      chat_wanted_at: 'maybe count',
    }).addPrimaryKeyConstraint('project_agents_key', ['project_id', 'agent_id']),
    table(schema, 'passkeys', {
      agent_id: 'text',
      salt: 'text',
      hash: 'text',
      failures: 'count',
      locked_until: 'count',
      created_at: 'count',
    }).addPrimaryKeyConstraint('passkeys_key', ['agent_id']),
    table(schema, 'sessions', {
      id: 'text',
      token_hash: 'text',
      agent_id: 'text',
      project_id: 'text',
      purpose: 'text',
      task_id: 'maybe text',
      origin: 'text',
      holder: 'maybe text',
      created_at: 'count',
      last_activity_at: 'count',
      expires_at: 'maybe count',
      exit_requested_at: 'maybe count',
      ended_at: 'maybe count',
      end_cause: 'maybe text',
    }).addPrimaryKeyConstraint('sessions_key', ['id']),
    schema.createIndex('sessions_by_token').unique().on('sessions').column('token_hash'),
    // An index cannot use the clock, so an expired session is marked as ended before another one opens.
    schema
      .createIndex('sessions_live')
      .unique()
      .on('sessions')
      .columns(['project_id', 'agent_id', 'purpose'])
      .where(sql.ref('ended_at'), 'is', null),
    schema.createIndex('sessions_ended').on('sessions').columns(['project_id', 'agent_id', 'purpose', 'ended_at']),
    table(schema, 'chat_messages', {
      project_id: 'text',
      seq: 'count',
      id: 'text',
      sender_id: 'text',
      receiver_id: 'text',
      created_at: 'count',
      related_task_id: 'maybe text',
      conversation_id: 'maybe text',
      content: 'text',
    }).addPrimaryKeyConstraint('chat_messages_key', ['project_id', 'seq']),
    schema.createIndex('chat_by_id').unique().on('chat_messages').column('id'),
    schema.createIndex('chat_by_receiver').on('chat_messages').columns(['receiver_id', 'project_id', 'seq']),
    schema.createIndex('chat_by_sender').on('chat_messages').columns(['sender_id', 'project_id', 'seq']),
    schema
      .createIndex('chat_by_conversation')
      .on('chat_messages')
      .columns(['conversation_id', 'seq'])
      .where(sql.ref('conversation_id'), 'is not', null),
    table(schema, 'chat_cursors', {
      project_id: 'text',
      agent_id: 'text',
      handed_seq: 'count',
      pending: 'count',
      terminal_from: 'count',
      terminal_to: 'count',
    }).addPrimaryKeyConstraint('chat_cursors_key', ['project_id', 'agent_id']),
    table(schema, 'chat_files', {
      project_id: 'text',
      agent_id: 'text',
      written_seq: 'count',
      size: 'count',
    }).addPrimaryKeyConstraint('chat_files_key', ['project_id', 'agent_id']),
    table(schema, 'conversations', {
      id: 'text',
      project_id: 'text',
      initiator_id: 'text',
      participant_id: 'text',
      pair: 'text',
      state: 'text',
      purpose: 'maybe text',
      task_id: 'maybe text',
      max_turns: 'count',
      turns: 'count',
      created_at: 'count',
      last_activity_at: 'count',
      initiator_active_at: 'count',
      participant_active_at: 'count',
      closed_at: 'maybe count',
      ended_by: 'maybe text',
      end_reason: 'maybe text',
      request_seen: 'count',
      initiator_told: 'count',
      participant_told: 'count',
    }).addPrimaryKeyConstraint('conversations_key', ['id']),
    schema
      .createIndex('conversations_open')
      .unique()
      .on('conversations')
      .columns(['project_id', 'pair'])
      .where(sql.ref('state'), 'in', ['pending', 'active']),
    schema
      .createIndex('conversations_moving')
      .on('conversations')
      .columns(['state', 'project_id'])
      .where(sql.ref('state'), 'in', ['pending', 'active', 'terminating']),
    schema.createIndex('conversations_of_initiator').on('conversations').columns(['initiator_id', 'initiator_told']),
    schema
      .createIndex('conversations_of_participant')
      .on('conversations')
      .columns(['participant_id', 'participant_told']),
  ];
}
