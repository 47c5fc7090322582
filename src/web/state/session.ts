/** What the page knows about itself: whose it is, whether it may change anything, and how it looks. */
import { computed, effect, signal } from '@preact/signals';
import type { Me } from '../../a2a/web/things.js';

export type Language = 'en' | 'ja';
export type Theme = 'system' | 'light' | 'dark';

/** Null until the daemon has answered. */
export const me = signal<Me | null>(null);
/** Its session has ended, so that nothing can be asked any more. */
export const isClosed = signal(false);
export const isReadOnly = computed(() => me.value?.read_only ?? true);

export const theme = signal<Theme>(kept('theme', ['system', 'light', 'dark']) ?? 'system');
const chosenLanguage = signal<Language | null>(kept('language', ['en', 'ja']));
export const language = computed<Language>(() => chosenLanguage.value ?? browserLanguage());

/** The time, for everything that says how long ago something was. */
export const now = signal(Date.now());

const TICK_MS = 5_000;

export function chooseLanguage(wanted: Language): void {
  chosenLanguage.value = wanted;
  localStorage.setItem('synapse-language', wanted);
}

export function chooseTheme(wanted: Theme): void {
  theme.value = wanted;
  localStorage.setItem('synapse-theme', wanted);
}

export function startSession(): void {
  setInterval(() => {
    if (!document.hidden) now.value = Date.now();
  }, TICK_MS);
  effect(() => {
    document.documentElement.lang = language.value;
    document.documentElement.dataset.theme = theme.value;
  });
}

function browserLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('ja') ? 'ja' : 'en';
}

function kept<Value extends string>(name: string, values: readonly Value[]): Value | null {
  const found = localStorage.getItem(`synapse-${name}`);
  return values.find((value) => value === found) ?? null;
}
