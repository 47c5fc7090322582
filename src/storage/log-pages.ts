/** How long the write-ahead log of a store may grow before its content is moved into the store. */
import { statfsSync } from 'node:fs';

const PAGE_BYTES = 4096;
/** The log and what moves out of it need room at the same time. */
const SHARE_OF_FREE = 1 / 4;
const FEWEST_PAGES = 16;

/** At most `most` pages, and fewer on a small disk, which a longer log would fill before it is ever emptied. */
export function logPages(dir: string, most: number): number {
  const pages = Math.floor((freeBytes(dir) * SHARE_OF_FREE) / PAGE_BYTES);
  return Math.min(Math.max(pages, FEWEST_PAGES), most);
}

function freeBytes(dir: string): number {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
