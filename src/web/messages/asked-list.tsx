/** The questions asked on this page, and their answers as they come. */
import { Status } from '../parts/status.js';
import { Linked, Name } from '../parts/text.js';
import { type Asked, asked } from '../state/send.js';
import { say, type Word } from '../words/words.js';

const WORDS: Readonly<Record<Asked['state'], Word>> = {
  waiting: 'waiting_answer',
  answered: 'answered_by',
  asks_back: 'asks_back',
  failed: 'failed_with',
  open: 'still_open',
};

/** All of them, or those to one agent. */
export function AskedList({ to }: { readonly to?: string }) {
  const shown = asked.value.filter((each) => to === undefined || each.to === to);
  if (shown.length === 0) return null;
  return (
    <ol class="asked" aria-live="polite">
      {shown.map(({ id, to: who, text, state, answer }) => (
        <li key={id} class={state}>
          <p class="facts">
            {state === 'waiting' && <span class="pulse" aria-hidden="true" />}
            {state === 'failed' && <Status state="failed" />}
            <span>{say(WORDS[state], { who })}</span>
          </p>
          <p class="quiet-text one-line">
            <Name>{text}</Name>
          </p>
          {answer !== null && (
            <div class="bubble-text">
              <Linked text={answer} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
