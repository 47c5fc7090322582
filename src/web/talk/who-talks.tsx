/** Who talks with whom: agents on a ring, and a line between two who talk, thicker the more they said. */
import type { Conversation } from '../../a2a/web/things.js';
import { harmless } from '../parts/harmless.js';
import { hueOf, lettersOf } from '../parts/letters.js';
import { say } from '../words/words.js';

const WIDTH = 232;
const HEIGHT = 172;
const HEIGHT_OF_TWO = 64;
const RADIUS = { x: 78, y: 54 } as const;
const DOT = 11;
const MOST_AGENTS = 14;
const LONGEST_NAME = 12;
const THICKEST = 6;

interface Pair {
  readonly a: string;
  readonly b: string;
  readonly count: number;
  readonly isOpen: boolean;
}

export function WhoTalks({ conversations }: { readonly conversations: readonly Conversation[] }) {
  const pairs = pairsIn(conversations);
  const names = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))].slice(0, MOST_AGENTS);
  const height = names.length === 2 ? HEIGHT_OF_TWO : HEIGHT;
  // A name below takes more room than one above.
  const middle = height / 2 - 4;
  const placeOf = (name: string) => {
    // Two stand side by side.
    const turn = names.length === 2 ? Math.PI : -Math.PI / 2;
    const angle = (names.indexOf(name) / names.length) * 2 * Math.PI + turn;
    return { x: WIDTH / 2 + RADIUS.x * Math.cos(angle), y: middle + RADIUS.y * Math.sin(angle) };
  };
  const shown = pairs.filter(({ a, b }) => names.includes(a) && names.includes(b));
  return (
    <figure class="who-talks">
      <figcaption>{say('who_talks')}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={describe(shown)}>
        {shown.map(({ a, b, count, isOpen }) => {
          const [from, to] = [placeOf(a), placeOf(b)];
          return (
            <line
              key={`${a} ${b}`}
              class={isOpen ? 'open' : ''}
              {...{ x1: from.x, y1: from.y, x2: to.x, y2: to.y }}
              stroke-width={Math.min(THICKEST, 1 + Math.log2(1 + count))}
            />
          );
        })}
        {names.map((name) => {
          const { x, y } = placeOf(name);
          const isAbove = y < middle - 1;
          return (
            <g key={name} class={`node hue-${hueOf(name)}`}>
              <circle cx={x} cy={y} r={DOT} />
              <text class="letters" x={x} y={y + 3.2} text-anchor="middle">
                {lettersOf(name)}
              </text>
              <text x={x} y={isAbove ? y - DOT - 6 : y + DOT + 14} text-anchor="middle">
                {shortened(name)}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

function pairsIn(conversations: readonly Conversation[]): readonly Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { initiator_id, participant_id, turns, state } of conversations) {
    const [a = '', b = ''] = [initiator_id, participant_id].sort();
    const known = pairs.get(`${a} ${b}`);
    const isOpen = state === 'active' || state === 'pending' || (known?.isOpen ?? false);
    pairs.set(`${a} ${b}`, { a, b, count: (known?.count ?? 0) + turns, isOpen });
  }
  return [...pairs.values()].sort((one, other) => other.count - one.count);
}

function describe(pairs: readonly Pair[]): string {
  const rows = pairs.map(({ a, b, count }) => say('who_talks_row', { a, b, count }));
  return `${say('who_talks')}. ${rows.join('. ')}`;
}

function shortened(name: string): string {
  const clean = harmless(name);
  return clean.length <= LONGEST_NAME ? clean : `${clean.slice(0, LONGEST_NAME - 1)}…`;
}
