/** An instant, as how long ago it was; the exact time is told on asking. */
import { language, now } from '../state/session.js';

export function Ago({ at }: { readonly at: string | null }) {
  if (at === null) return null;
  return (
    <time dateTime={at} title={exactTime(at)}>
      {agoOf(Date.parse(at), now.value)}
    </time>
  );
}

export function Clock({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {clockTime(at)}
    </time>
  );
}

function exactTime(at: string): string {
  return new Date(at).toLocaleString(language.value, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** Today only the time, else the day, too. */
export function clockTime(at: string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now.value).toDateString();
  const time = date.toLocaleTimeString(language.value, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  });
  return isToday ? time : `${date.toLocaleDateString(language.value, { month: 'short', day: 'numeric' })} ${time}`;
}

const STEPS = [
  [60, 'second', 1],
  [3_600, 'minute', 60],
  [86_400, 'hour', 3_600],
  [Number.POSITIVE_INFINITY, 'day', 86_400],
] as const;

function agoOf(at: number, nowMs: number): string {
  const seconds = Math.round((at - nowMs) / 1000);
  const [, unit, size] = STEPS.find(([most]) => Math.abs(seconds) < most) ?? STEPS[3];
  const style = { numeric: 'auto', style: 'narrow' } as const;
  if (Math.abs(seconds) < 5) return new Intl.RelativeTimeFormat(language.value, style).format(0, 'second');
  return new Intl.RelativeTimeFormat(language.value, style).format(Math.trunc(seconds / size), unit);
}
