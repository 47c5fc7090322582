/** Says that the program of an agent is newer than any version that was tried. */
import type { LiveEntry } from '../../registry/entry.js';

type Untried = NonNullable<LiveEntry['untried']>;

export function isUntried(value: unknown): value is Untried {
  return typeof value === 'object' && value !== null && 'version' in value && 'tried' in value;
}

export function untriedNote({ program, version, tried }: Untried): string {
  return `${program} ${version} is newer than any version that was tried with Synapse (${tried} and older)`;
}
