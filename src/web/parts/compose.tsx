/** A box to write in: Ctrl+Enter sends, and the text stays until it is sent. */
import { useSignal } from '@preact/signals';
import { isReadOnly } from '../state/session.js';
import { Action } from './action.js';

interface ComposeProps {
  readonly label: string;
  readonly ways: readonly {
    readonly name: string;
    readonly isMain?: boolean;
    readonly send: (text: string) => Promise<unknown>;
  }[];
  readonly rows?: number;
  /** Instead of the label, where that would be long. */
  readonly placeholder?: string;
}

/** What is written but not sent, by the label of its box, so that looking elsewhere loses nothing. */
const drafts = new Map<string, string>();

export function Compose({ label, ways, rows = 1, placeholder = label }: ComposeProps) {
  const text = useSignal(drafts.get(label) ?? '');
  const write = (value: string) => {
    text.value = value;
    drafts.set(label, value);
  };
  const sendBy = async (send: (text: string) => Promise<unknown>) => {
    const written = text.value.trim();
    if (written === '') return;
    await send(written);
    write('');
  };
  if (isReadOnly.value) return null;
  return (
    <form
      class="compose"
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.currentTarget.querySelector<HTMLButtonElement>('button.main')?.click();
      }}
    >
      <textarea
        aria-label={label}
        placeholder={placeholder}
        rows={rows}
        value={text.value}
        onInput={(event) => write(event.currentTarget.value)}
      />
      <div class="actions">
        {ways.map(({ name, isMain = false, send }) => (
          <Action
            key={name}
            look={isMain ? 'main' : 'plain'}
            disabled={text.value.trim() === ''}
            act={() => sendBy(send)}
          >
            {name}
          </Action>
        ))}
      </div>
    </form>
  );
}
