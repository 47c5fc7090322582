/** A status as a mark and a word, so that nobody has to tell colours apart. */
import { stateTitle, stateWord } from '../words/words.js';
import { hueOf, lettersOf } from './letters.js';

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

export function Status({ state, isTitle = false }: { readonly state: string; readonly isTitle?: boolean }) {
  return (
    <span class={`status ${toneOf(state)}`}>
      <span class="mark" aria-hidden="true" />
      {isTitle ? stateTitle(state) : stateWord(state)}
    </span>
  );
}

/** The first letters of a name on a quiet ground, so that an agent is found again at a glance. */
export function Avatar({ id }: { readonly id: string }) {
  return (
    <span class={`avatar hue-${hueOf(id)}`} aria-hidden="true">
      {lettersOf(id)}
    </span>
  );
}
