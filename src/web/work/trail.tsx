/** The trail of a work task: who changed what, and when. */
import type { WorkStep } from '../../a2a/web/things.js';
import { Name } from '../parts/text.js';
import { Clock } from '../parts/time.js';
import { say, stateWord } from '../words/words.js';

export function Trail({ steps }: { readonly steps: readonly WorkStep[] }) {
  if (steps.length === 0) return null;
  return (
    <section aria-label={say('trail')}>
      <h3>{say('trail')}</h3>
      <ol class="line">
        {steps.map(({ at, executor_id, changes }) => (
          <li key={`${at} ${executor_id} ${JSON.stringify(changes)}`}>
            <Clock at={at} />
            <strong>
              <Name>{executor_id}</Name>
            </strong>
            {changes.length === 0 && <span>{say('created')}</span>}
            {changes.map(({ field, from, to }) => (
              <span key={field}>
                {stateWord(field)}: {from !== null && <s>{shownValue(field, from)}</s>} {shownValue(field, to)}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The values of these are words of ours; those of the others are somebody's own. */
const WORDED = ['status', 'priority', 'approval', 'result'];

function shownValue(field: string, value: string | null) {
  if (value === null) return '–';
  return <Name>{WORDED.includes(field) ? stateWord(value) : value}</Name>;
}
