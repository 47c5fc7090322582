/** Reads the database in which opencode keeps its conversations, while it is in use. */
import type { Recorded } from '../../channels/evidence/recorded.js';
import { Sqlite } from '../../storage/sqlite.js';

const BUSY_MS = 200;
/** The program stamps a message when it stores it. */
const SLACK_MS = 2_000;

/** An answer counts once the model has begun it, if it answers that message or a later one of the same conversation. */
const QUERY = `
  select exists (
    select 1 from message answer
    join message parent on parent.id = json_extract(answer.data, '$.parentID')
    join part step on step.message_id = answer.id
    where answer.session_id = message.session_id
      and json_extract(answer.data, '$.role') = 'assistant'
      and json_extract(answer.data, '$.summary') is not 1
      and json_extract(step.data, '$.type') = 'step-start'
      and (parent.time_created > message.time_created
        or (parent.time_created = message.time_created and parent.id >= message.id))
  ) as answered
  from message join part on part.message_id = message.id
  where message.time_created >= ?
    and json_extract(message.data, '$.role') = 'user'
    and json_extract(part.data, '$.type') = 'text'
    and instr(part.data, ?) > 0`;

/** `mark` is spelled as in JSON. Null if this is no such database, or does not answer in time. */
export function fateInDatabase(file: string, mark: string, since: number): Recorded | null {
  try {
    const database = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
    try {
      const found = database
        .prepare(QUERY)
        .pluck()
        .all(since - SLACK_MS, mark);
      return found.includes(1) ? 'answered' : found.length > 0 ? 'stored' : 'absent';
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}
