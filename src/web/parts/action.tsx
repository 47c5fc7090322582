/** Buttons that ask the daemon for something: busy while it is done, and saying what went wrong. */
import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Refusal } from '../state/call.js';
import { isReadOnly } from '../state/session.js';
import { noteOwnChange } from '../state/world.js';
import { say } from '../words/words.js';
import { harmless } from './harmless.js';

interface Notice {
  readonly text: string;
  readonly isBad: boolean;
}

/** What is told to whoever pressed something last. */
export const notice = signal<Notice | null>(null);

const SHOWN_MS = 6_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function tell(text: string, isBad = false): void {
  clearTimeout(timer);
  notice.value = { text: harmless(text), isBad };
  timer = setTimeout(() => {
    notice.value = null;
  }, SHOWN_MS);
}

export function tellError(error: unknown): void {
  const hint = error instanceof Refusal && error.hint !== '' ? ` ${error.hint}` : '';
  tell(`${(error as Error).message}${hint}`, true);
}

interface ActionProps {
  readonly children: ComponentChildren;
  readonly act: () => Promise<unknown> | undefined;
  readonly look?: 'main' | 'plain' | 'danger' | 'quiet';
  /** Asks before it acts. */
  readonly confirm?: string;
  readonly disabled?: boolean;
  readonly label?: string;
}

export function Action({ children, act, look = 'plain', confirm, disabled = false, label }: ActionProps) {
  const isBusy = useSignal(false);
  const isAsking = useSignal(false);
  const isBack = useRef(false);
  const leave = () => {
    isAsking.value = false;
    isBack.current = true;
  };
  const run = async () => {
    isAsking.value = false;
    isBusy.value = true;
    try {
      await act();
      noteOwnChange();
    } catch (error) {
      tellError(error);
    } finally {
      isBusy.value = false;
    }
  };
  if (isAsking.value) {
    return (
      <span class="confirm" role="group" aria-label={confirm}>
        <span>{confirm}</span>
        <button type="button" class="danger" ref={(button) => button?.focus()} onClick={() => void run()}>
          {say('yes')}
        </button>
        <button type="button" data-leaves onClick={leave}>
          {say('no')}
        </button>
      </span>
    );
  }
  return (
    <button
      type="button"
      class={look}
      disabled={disabled || isBusy.value || isReadOnly.value}
      aria-busy={isBusy.value}
      aria-label={label}
      ref={(button) => {
        if (button && isBack.current) button.focus();
        isBack.current = false;
      }}
      onClick={() => (confirm === undefined ? void run() : (isAsking.value = true))}
    >
      {children}
    </button>
  );
}
