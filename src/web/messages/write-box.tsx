/** Writes to anybody: sends a message, or asks and shows the answer when it comes. */
import { useSignal } from '@preact/signals';
import { Compose } from '../parts/compose.js';
import { ask, sendText } from '../state/send.js';
import { me } from '../state/session.js';
import { agentList } from '../state/world.js';
import { say } from '../words/words.js';
import { AskedList } from './asked-list.js';

export function WriteBox({ onDone }: { readonly onDone: () => void }) {
  const to = useSignal('');
  const others = agentList.value.filter(({ id }) => id !== me.value?.id);
  const target = to.value || (others[0]?.id ?? '');
  return (
    <div class="write-box">
      <label class="field">
        {say('recipient')}
        <input
          list="recipients"
          value={to.value}
          placeholder={others[0]?.id ?? ''}
          autocomplete="off"
          spellcheck={false}
          ref={focusAtFirst}
          onInput={(event) => (to.value = event.currentTarget.value.trim())}
        />
        <datalist id="recipients">
          {others.map(({ id, role }) => (
            <option key={id} value={id}>
              {role ?? ''}
            </option>
          ))}
        </datalist>
      </label>
      <Compose
        label={say('message')}
        rows={3}
        ways={[
          { name: say('ask'), isMain: true, send: (text) => ask({ to: target, text }) },
          {
            name: say('send'),
            send: async (text) => {
              await sendText({ to: target, text });
              onDone();
            },
          },
        ]}
      />
      <AskedList />
    </div>
  );
}

/** Whoever opened the box writes into it next. */
function focusAtFirst(field: HTMLInputElement | null): void {
  if (field && !field.closest('.write-box')?.contains(document.activeElement)) field.focus();
}
