/** Looks into the transcripts of a project for a message that may have been read, perhaps in an earlier run. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { givenBy } from './transcript-lines.js';

export interface Sought {
  readonly uuid: string;
  /** It begins with the id of the message, so its first line is enough to know it. */
  readonly text: string;
}

export async function isInAny(files: readonly string[], sought: Sought): Promise<boolean> {
  for (const file of files) if (await isIn(file, sought)) return true;
  return false;
}

async function isIn(file: string, { uuid, text }: Sought): Promise<boolean> {
  const [first = ''] = text.split('\n', 1);
  const spelled = JSON.stringify(first).slice(1, -1);
  const stream = createReadStream(file, 'utf8');
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (!line.includes(uuid) && !line.includes(spelled)) continue;
      const given = givenBy(line);
      if (given && (given.uuid === uuid || given.text.includes(first))) return true;
    }
  } catch {
    // A transcript that cannot be read proves nothing.
  } finally {
    stream.destroy();
  }
  return false;
}
