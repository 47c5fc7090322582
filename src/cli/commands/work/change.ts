/** Changes a work task through the caller's daemon, and prints the result. */
import { askTeam } from '../../client/ask-team.js';
import { oneLine, printJson, printLine, printNote } from '../../print/stdio.js';
import { type WorkTask, workLine } from '../../print/work-task.js';

export async function changeWork(
  id: string | undefined,
  action: string,
  body: Record<string, unknown>,
  { json }: { readonly json?: boolean },
): Promise<number> {
  const answer = (await askTeam({ path: `/work/${encodeURIComponent(id ?? '')}/${action}`, body })) as {
    task: WorkTask;
    note?: string;
  };
  if (json) printJson({ work: answer.task, ...(answer.note ? { note: answer.note } : {}) });
  else printLine(workLine(answer.task));
  if (answer.note && !json) printNote(`note: ${oneLine(answer.note)}`);
  return 0;
}
