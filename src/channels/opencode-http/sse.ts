/** Splits a stream of server-sent events into the data of each event, however the stream was cut into chunks. */
import { StringDecoder } from 'node:string_decoder';

/** An event that never ends would fill the memory. */
const MOST_CHARS = 32 * 2 ** 20;

export class EventStream {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';

  /** The data of the events that are complete now. Throws if one is far too long. */
  feed(chunk: Buffer): string[] {
    const blocks = (this.#rest + this.#decoder.write(chunk)).split(/\r?\n\r?\n/);
    this.#rest = blocks.pop() ?? '';
    if (this.#rest.length > MOST_CHARS) throw new Error('an event has no end');
    return blocks.map(dataOf).filter((data) => data !== '');
  }
}

function dataOf(block: string): string {
  return block
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).replace(/^ /, ''))
    .join('\n');
}
