/** A status as a mark and a word, so that nobody has to tell colours apart. */
import { stateWord } from '../words/words.js';

const TONES: Readonly<Record<string, string>> = {
  ready: 'good',
  up: 'good',
  down: 'bad',
  busy: 'work',
  starting: 'work',
  working: 'work',
  active: 'work',
  running: 'work',
  in_progress: 'work',
  processing: 'work',
  waiting: 'ask',
  'input-required': 'ask',
  pending_approval: 'ask',
  held: 'ask',
  uncertain: 'ask',
  blocked: 'ask',
  dead: 'bad',
  failed: 'bad',
  expired: 'bad',
  rejected: 'bad',
  unreachable: 'bad',
  answered: 'good',
  completed: 'good',
  done: 'good',
  submitted: 'good',
};

export function toneOf(state: string): string {
  return TONES[state] ?? 'calm';
}

export function Status({ state }: { readonly state: string }) {
  return (
    <span class={`status ${toneOf(state)}`}>
      <span class="mark" aria-hidden="true" />
      {stateWord(state)}
    </span>
  );
}

/** The first letters of a name on a quiet ground, so that an agent is found again at a glance. */
export function Avatar({ id }: { readonly id: string }) {
  const letters = id.replace(/^synapse-/, '').replace(/[^\p{L}\p{N}]/gu, '') || '?';
  return (
    <span class={`avatar hue-${hueOf(id)}`} aria-hidden="true">
      {[...letters].slice(0, 2).join('')}
    </span>
  );
}

const HUES = 8;

function hueOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % HUES;
}
