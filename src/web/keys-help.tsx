/** The list of keys, and how the page looks. */
import { useEffect, useRef } from 'preact/hooks';
import { helpIsOpen } from './keys.js';
import { shownViews } from './state/hosts.js';
import { chooseLanguage, chooseTheme, language, me, theme } from './state/session.js';
import { say } from './words/words.js';

const KEYS = [
  ['n', 'key_need'],
  ['/', 'key_search'],
  ['j  k', 'key_move'],
  ['↵', 'key_open'],
  ['c', 'key_new'],
  ['Ctrl ↵', 'key_send'],
  ['Ctrl ]', 'stop_typing'],
  ['Esc', 'key_close'],
  ['?', 'key_help'],
] as const;

export function KeysHelp() {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
  }, []);
  return (
    <dialog ref={box} class="sheet" aria-labelledby="keys-title" onClose={() => (helpIsOpen.value = false)}>
      <h2 id="keys-title">{say('keys')}</h2>
      <dl class="keys">
        {[[`1 – ${shownViews().length}`, 'key_views'] as const, ...KEYS].map(([keys, word]) => (
          <div key={word}>
            <dt>
              {keys.split('  ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{say(word)}</dd>
          </div>
        ))}
      </dl>
      <div class="settings">
        <label>
          {say('theme')}
          <select
            value={theme.value}
            onChange={(event) => chooseTheme(event.currentTarget.value as typeof theme.value)}
          >
            <option value="system">{say('theme_system')}</option>
            <option value="light">{say('theme_light')}</option>
            <option value="dark">{say('theme_dark')}</option>
          </select>
        </label>
        <label>
          {say('language')}
          <select
            value={language.value}
            onChange={(event) => chooseLanguage(event.currentTarget.value as typeof language.value)}
          >
            <option value="en">English</option>
            <option value="ja">日本語</option>
          </select>
        </label>
      </div>
      <div class="actions">
        <span class="hint">{me.value && `Synapse ${me.value.version} · ${me.value.id}`}</span>
        <button type="button" class="main" onClick={() => (helpIsOpen.value = false)}>
          {say('close')}
        </button>
      </div>
    </dialog>
  );
}
