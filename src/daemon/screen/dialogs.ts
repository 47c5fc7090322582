/** Answers a dialog of the program, but only if it is still the one that was seen. */
import { fail } from '../../errors.js';
import type { Choice } from '../../terminal/screen/choices.js';
import type { Dialog } from '../../terminal/screen/dialog.js';
import type { ScreenWatch } from '../../terminal/screen/screen-watch.js';
import type { TerminalSession } from '../../terminal/terminal-session.js';

export interface DialogParts {
  readonly agent: string;
  readonly terminal: TerminalSession;
  readonly watch: ScreenWatch;
}

const GONE_LIMIT_MS = 5_000;

/** `seen` is the id of the dialog that the answer is meant for. */
export async function answerDialog(
  { agent, terminal, watch }: DialogParts,
  { seen, choice }: { readonly seen: unknown; readonly choice: unknown },
): Promise<{ dialog: Dialog; chosen: Choice; closed: boolean }> {
  const { dialog } = watch.look();
  if (!dialog) throw fail('no_dialog', { agent });
  if (seen !== dialog.id) throw fail('dialog_changed', { agent });
  if (typeof choice !== 'string') throw fail('invalid_request', { reason: '"choice" must be a text.' });
  const chosen = findChoice(dialog, choice);
  if (!chosen) {
    const known = dialog.choices.map(({ key, text }) => `${key} (${text})`).join(', ');
    throw fail('invalid_request', {
      reason: known
        ? `The dialog of ${agent} has no choice "${choice}"; it has ${known}.`
        : `The choices of this dialog are unknown. To answer it: synapse attach ${agent}`,
    });
  }
  await terminal.write(Buffer.from(chosen.keys));
  const gone = watch.until((sight) => sight.dialog?.id !== dialog.id, GONE_LIMIT_MS);
  // A choice may end the program, and then the dialog stays on its last screen.
  const closed = await Promise.race([gone.then((sight) => sight !== null), terminal.exited.then(() => true)]);
  return { dialog, chosen, closed };
}

/** Finds a choice by its key, its text, or a beginning that only one of them has. */
function findChoice({ choices }: Dialog, wanted: string): Choice | null {
  const word = wanted.trim().toLowerCase();
  const exact = choices.find(({ key, text }) => key.toLowerCase() === word || text.toLowerCase() === word);
  const begins = word === '' ? [] : choices.filter(({ text }) => text.toLowerCase().startsWith(word));
  return exact ?? (begins.length === 1 ? (begins[0] ?? null) : null);
}
