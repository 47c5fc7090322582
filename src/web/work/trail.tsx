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
                {stateWord(field)}: {from !== null && <s>{shownValue(from)}</s>} {shownValue(to)}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function shownValue(value: unknown) {
  if (value === null || value === undefined) return '–';
  return <Name>{typeof value === 'string' ? stateWord(value) : JSON.stringify(value)}</Name>;
}
