/** A list of which only what is seen is drawn. All rows have the same height. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly rowHeight: number;
  readonly label: string;
  readonly keyOf: (item: Item) => string;
  readonly draw: (item: Item) => ComponentChildren;
  readonly selected: string | null;
  readonly onSelect: (item: Item) => void;
  /** Called when the end comes into sight. */
  readonly onEnd?: () => void;
}

/** Drawn above and below what is seen, so that a fast hand sees no gap. */
const MARGIN_ROWS = 8;

export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, rowHeight, label, keyOf, draw, selected, onSelect, onEnd } = props;
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(600);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => (height.value = element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [height]);
  const first = Math.max(0, Math.floor(top.value / rowHeight) - MARGIN_ROWS);
  const last = Math.min(items.length, Math.ceil((top.value + height.value) / rowHeight) + MARGIN_ROWS);
  const isAtEnd = last >= items.length - MARGIN_ROWS;
  useEffect(() => {
    if (isAtEnd && items.length > 0) onEnd?.();
  }, [isAtEnd, items.length]);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step === undefined || items.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at = items.findIndex((item) => keyOf(item) === selected);
    const next = Math.min(items.length - 1, Math.max(0, at + step));
    onSelect(items[next] as Item);
    const element = box.current;
    if (!element) return;
    const place = next * rowHeight;
    if (place < element.scrollTop) element.scrollTop = place;
    if (place + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = place + rowHeight - element.clientHeight;
  };
  const index = items.findIndex((item) => keyOf(item) === selected);
  return (
    <div
      ref={box}
      class="virtual"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      {...(index >= first && index < last && selected !== null ? { 'aria-activedescendant': `row-${selected}` } : {})}
      onScroll={(event) => (top.value = event.currentTarget.scrollTop)}
      onKeyDown={move}
    >
      <div class="virtual-room" role="presentation" style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, last).map((item, offset) => {
          const key = keyOf(item);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list box takes the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus.
            <div
              key={key}
              id={`row-${key}`}
              role="option"
              aria-selected={key === selected}
              aria-setsize={items.length}
              aria-posinset={first + offset + 1}
              class="row"
              style={{ height: `${rowHeight}px`, transform: `translateY(${(first + offset) * rowHeight}px)` }}
              onClick={() => onSelect(item)}
            >
              {draw(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
