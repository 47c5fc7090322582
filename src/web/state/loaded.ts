/** Something that was asked for: loads it, asks again when something has changed, and keeps what it has meanwhile. */
import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

export interface Loaded<Thing> {
  readonly thing: Thing | null;
  readonly error: string | null;
  readonly again: () => void;
}

interface Loading {
  abort: AbortController;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The key of what is being asked for. */
  asked: string | null;
  /** It has changed since. */
  isWantedAgain: boolean;
}

/** Changes that are close together are asked for once. */
const GATHER_MS = 40;

/** `key` names what is asked for. Another key forgets what was there. */
export function useLoaded<Thing>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Thing>,
  changes?: ReadonlySignal<number>,
): Loaded<Thing> {
  const found = useSignal<{ readonly key: string | null; readonly thing: Thing | null; readonly error: string | null }>(
    {
      key: null,
      thing: null,
      error: null,
    },
  );
  const loading = useRef<Loading>({
    abort: new AbortController(),
    timer: undefined,
    asked: null,
    isWantedAgain: false,
  });
  const latest = useRef({ key, load });
  latest.current = { key, load };
  const ask = async () => {
    const { key: asked, load: loadNow } = latest.current;
    if (asked === null) return;
    const now = loading.current;
    // An answer that is on its way is waited for, or things that change all the time would never be shown.
    if (now.asked === asked) {
      now.isWantedAgain = true;
      return;
    }
    now.abort.abort();
    const abort = new AbortController();
    Object.assign(now, { abort, asked, isWantedAgain: false });
    try {
      const thing = await loadNow(abort.signal);
      if (!abort.signal.aborted) found.value = { key: asked, thing, error: null };
    } catch (error) {
      if (abort.signal.aborted) return;
      const kept = found.value.key === asked ? found.value.thing : null;
      found.value = { key: asked, thing: kept, error: (error as Error).message };
    } finally {
      if (now.abort === abort) {
        now.asked = null;
        if (now.isWantedAgain) askSoon();
      }
    }
  };
  const askSoon = () => {
    if (loading.current.abort.signal.aborted) return;
    loading.current.timer ??= setTimeout(() => {
      loading.current.timer = undefined;
      void ask();
    }, GATHER_MS);
  };
  const isFirst = useRef(true);
  useEffect(() => {
    void ask();
  }, [key]);
  useSignalEffect(() => {
    if (changes === undefined) return;
    changes.value;
    if (isFirst.current) isFirst.current = false;
    else askSoon();
  });
  useEffect(() => {
    const ended = loading.current;
    return () => {
      clearTimeout(ended.timer);
      ended.abort.abort();
    };
  }, []);
  const current = found.value.key === key ? found.value : { thing: null, error: null };
  return { thing: current.thing, error: current.error, again: askSoon };
}
