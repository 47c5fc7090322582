/** Looks into the transcripts of a project for a message that may have been read, perhaps in an earlier run. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Recorded, strongest } from '../../evidence/recorded.js';
import { givenBy, isSaid } from './transcript-lines.js';

export interface Sought {
  readonly uuid: string;
  /** It begins with the id of the message, so its first line is enough to know it. */
  readonly text: string;
}

export async function recordIn(files: readonly string[], sought: Sought): Promise<Recorded> {
  return strongest(await Promise.all(files.map((file) => recordInFile(file, sought))));
}

async function recordInFile(file: string, { uuid, text }: Sought): Promise<Recorded> {
  const [first = ''] = text.split('\n', 1);
  const spelled = JSON.stringify(first).slice(1, -1);
  const isIt = (line: string) => {
    const given = line.includes(uuid) || line.includes(spelled) ? givenBy(line) : null;
    return given !== null && (given.uuid === uuid || given.text.includes(first));
  };
  const stream = createReadStream(file, 'utf8');
  let record: Recorded = 'absent';
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (record === 'stored' && isSaid(line)) return 'answered';
      if (record === 'absent' && isIt(line)) record = 'stored';
    }
  } catch {
    // A transcript that cannot be read proves nothing.
  } finally {
    stream.destroy();
  }
  return record;
}
