/** The terminal of an agent. One looks at it until one presses *Type*; then the page is its keyboard. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Action } from '../parts/action.js';
import { focusOnceDrawn } from '../parts/focus.js';
import { Name } from '../parts/text.js';
import { streamState } from '../state/stream.js';
import { say } from '../words/words.js';
import type { ShownTerminal } from './shown-terminal.js';

interface TerminalProps {
  readonly agent: string;
  readonly session: string | null;
}

export function Terminal({ agent, session }: TerminalProps) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownTerminal | null>(null);
  const isTyping = useSignal(false);
  const state = useSignal<'opening' | 'open' | 'ended'>('opening');
  const reason = useSignal<string | null>(null);
  const load = useRef(() => {});
  const open = (typing: boolean) => {
    if (!shown.current) return load.current();
    isTyping.value = typing;
    state.value = 'opening';
    shown.current?.open(typing);
  };
  const leave = () => {
    // It must not stay where every key is the program's.
    box.current?.querySelector('textarea')?.blur();
    open(false);
    focusOnceDrawn('.terminal-bar button.main');
  };
  useEffect(() => {
    let isGone = false;
    let failures = 0;
    // The terminal is the largest part of the page, and many never open one.
    const onEnd = (why: string | null) => {
      state.value = 'ended';
      reason.value = why;
      isTyping.value = false;
    };
    load.current = () => {
      state.value = 'opening';
      import('./shown-terminal.js').then(
        ({ ShownTerminal: Shown }) => {
          if (isGone || !box.current || shown.current) return;
          const listener = { onOpen: () => (state.value = 'open'), onEnd, onLeave: leave };
          shown.current = new Shown(box.current, { agent, session }, listener);
          shown.current.open(false);
        },
        // The daemon is away. It is asked again once the stream is back. Some browsers remember the failure.
        () => {
          if (isGone) return;
          if (failures > 0 && streamState.peek() === 'live') location.reload();
          failures += 1;
          onEnd(null);
        },
      );
    };
    load.current();
    return () => {
      isGone = true;
      shown.current?.dispose();
      shown.current = null;
    };
  }, [agent, session, state, reason, isTyping]);
  // After a break of the stream it is shown again, but only to look.
  const isLive = streamState.value === 'live';
  useEffect(() => {
    if (isLive && state.peek() === 'ended' && reason.peek() === null) open(false);
  }, [isLive]);
  return (
    <section class={`term ${isTyping.value ? 'typing' : ''}`} aria-label={say('terminal', { agent })}>
      <div class="terminal-bar">
        <span class="quiet-text">
          {state.value === 'ended' ? (
            <>
              {say('terminal_ended')} {reason.value !== null && <Name>{reason.value}</Name>}
            </>
          ) : (
            say(state.value === 'opening' ? 'terminal_loading' : isTyping.value ? 'typing_now' : 'looking')
          )}
        </span>
        {state.value === 'ended' && (
          <button type="button" onClick={() => open(false)}>
            {say('reconnect')}
          </button>
        )}
        {state.value === 'open' &&
          (isTyping.value ? (
            <button type="button" onClick={leave}>
              {say('stop_typing')} <kbd>Ctrl ]</kbd>
            </button>
          ) : (
            <Action look="main" act={() => Promise.resolve(open(true))}>
              {say('type')}
            </Action>
          ))}
      </div>
      <div class="terminal-box" ref={box} />
    </section>
  );
}
