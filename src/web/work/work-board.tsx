/** Work tasks as a board: a column for each status. */
import type { WorkListed } from '../../a2a/web/things.js';
import { Status } from '../parts/status.js';
import { Name } from '../parts/text.js';
import { addressOf } from '../state/place.js';
import { say, stateWord } from '../words/words.js';
import { WorkFacts } from './work-tree.js';

const COLUMNS = ['backlog', 'todo', 'in_progress', 'blocked', 'done', 'cancelled'] as const;
/** These are drawn only if something is in them. */
const RARE: readonly string[] = ['backlog', 'blocked', 'cancelled'];
const MOST_IN_COLUMN = 100;

export function WorkBoard({ tasks, open }: { readonly tasks: readonly WorkListed[]; readonly open: string | null }) {
  const columns = COLUMNS.map((status) => ({ status, own: tasks.filter((task) => task.status === status) }));
  return (
    <div class="board" tabIndex={0} role="group" aria-label={say('board')}>
      {columns
        .filter(({ status, own }) => own.length > 0 || !RARE.includes(status))
        .map(({ status, own }) => (
          <section key={status} class="column" aria-label={stateWord(status)}>
            <h2>
              <Status state={status} isTitle /> <span class="quiet-text">{own.length}</span>
            </h2>
            <ul>
              {own.slice(0, MOST_IN_COLUMN).map((task) => (
                <li key={task.task_id}>
                  <a
                    href={addressOf('work', task.task_id)}
                    aria-current={task.task_id === open ? 'true' : undefined}
                    data-step
                  >
                    <span class="board-title">
                      <Name>{task.title}</Name>
                    </span>
                    <WorkFacts task={task} withStatus={false} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
