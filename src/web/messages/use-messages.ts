/** The messages that fit what is searched for: the newest first, older ones as they are scrolled to, new ones as they come. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { HistoryMessage } from '../../a2a/web/things.js';
import { call } from '../state/call.js';
import { happenings, mailChanges } from '../state/world.js';
import { withNewReceipts } from './new-receipts.js';

interface Wanted {
  readonly search: string;
  readonly agent: string;
  readonly onlyBad: boolean;
}

const PAGE = 500;
const NEW = 100;
/** More than a screen shows. */
const FULL = 40;
const GATHER_MS = 150;
const BAD = ['failed', 'expired', 'uncertain', 'held'];

export function useMessages({ search, agent, onlyBad }: Wanted) {
  const known = useSignal<ReadonlyMap<string, HistoryMessage>>(new Map());
  const silent = useSignal<readonly string[]>([]);
  const isComplete = useSignal(false);
  const error = useSignal<string | null>(null);
  const isLoading = useRef(false);
  const run = useRef(0);
  const ask = async (limit: number, before?: number) => {
    const asking = run.current;
    const query = {
      limit,
      ...(before === undefined ? {} : { before }),
      ...(search === '' ? {} : { grep: escaped(search) }),
      ...(agent === '' ? {} : { agent }),
    };
    try {
      const found = await call('GET /page/messages', { query });
      if (asking !== run.current) return null;
      error.value = null;
      silent.value = found.silent;
      const next = new Map(known.value);
      for (const message of found.messages) next.set(message.message_id, message);
      known.value = next;
      return found.messages;
    } catch (reason) {
      if (asking === run.current) error.value = (reason as Error).message;
      return null;
    }
  };
  const more = async () => {
    if (isLoading.current || isComplete.value) return;
    isLoading.current = true;
    const oldest = [...known.value.values()].reduce((least, each) => Math.min(least, timeOf(each)), Date.now() + 1);
    const before = known.value.size;
    // Several can be of the same instant, so that one is asked for again.
    const found = await ask(PAGE, before === 0 ? undefined : oldest + 1);
    isLoading.current = false;
    if (found && (found.length < PAGE || known.value.size === before)) isComplete.value = true;
  };
  useEffect(() => {
    run.current += 1;
    known.value = new Map();
    isComplete.value = false;
    isLoading.current = false;
    void more();
  }, [search, agent]);
  const isFirst = useRef(true);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Asks for the newest, and for as many before them as it takes to reach those that were known. */
  const catchUp = async () => {
    const newest = Math.max(...[...known.peek().values()].map(timeOf));
    let before: number | undefined;
    for (;;) {
      const found = await ask(before === undefined ? NEW : PAGE, before);
      if (!found || found.length === 0) return;
      const oldest = Math.min(...found.map(timeOf));
      if (oldest <= newest || oldest + 1 === before) return;
      // Several can be of the same instant, so that one is asked for again.
      before = oldest + 1;
    }
  };
  // If nothing could be read so far, it is begun again.
  const refresh = () => void (known.peek().size === 0 ? more() : catchUp());
  const latest = useRef(refresh);
  latest.current = refresh;
  useSignalEffect(() => {
    mailChanges.value;
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, GATHER_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  // Only the newest are asked for again.
  const seen = useRef<string | null>(null);
  useSignalEffect(() => {
    const { messages, cursor } = withNewReceipts(known.peek(), happenings.value, seen.current);
    seen.current = cursor;
    known.value = messages;
  });
  const all = known.value;
  const messages = useMemo(() => {
    const shown = [...all.values()].filter(({ receipt }) => !onlyBad || BAD.includes(receipt.state));
    return shown.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
  }, [all, onlyBad]);
  // Those that fit may all be older than what is known.
  useEffect(() => {
    if (onlyBad && messages.length < FULL && !isComplete.value) void more();
  }, [onlyBad, all, isComplete.value]);
  return { messages, silent: silent.value, isComplete: isComplete.value, error: error.value, more: () => void more() };
}

function timeOf({ created_at }: HistoryMessage): number {
  return Date.parse(created_at);
}

/** What is typed into the field is searched for as it is. */
function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
