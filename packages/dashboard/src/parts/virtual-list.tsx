import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface VirtualListProps {
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  /** Which row is chosen; -1 where none is. */
  readonly chosen: number;
  /** Other rows are asked for when it is another. */
  readonly fresh: unknown;
  readonly row: (index: number) => ComponentChildren;
  readonly onRange: (first: number, last: number) => void;
  readonly onChoose: (index: number) => void;
}

/** Rows above and below what can be seen: a quick hand does not meet a gap. */
const SPARE = 8;

/** A list of any length of which only what can be seen exists. Arrows move, Enter chooses. */
export function VirtualList({ label, count, rowHeight, chosen, fresh, row, onRange, onChoose }: VirtualListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(0);
  const [active, setActive] = useState(Math.max(0, chosen));
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    setHeight(element.clientHeight);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(top / rowHeight) - SPARE);
  const last = Math.min(count - 1, Math.ceil((top + height) / rowHeight) + SPARE);
  // Not `onRange`, which is another function each time.
  useEffect(() => {
    if (last >= first) onRange(first, last);
  }, [first, last, count, fresh]);

  const move = (to: number): void => {
    const next = Math.min(count - 1, Math.max(0, to));
    setActive(next);
    const element = box.current;
    if (!element) return;
    if (next * rowHeight < element.scrollTop) element.scrollTop = next * rowHeight;
    const below = (next + 1) * rowHeight - element.clientHeight;
    if (below > element.scrollTop) element.scrollTop = below;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: count - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) move(to);
    else if (event.key === 'Enter' || event.key === ' ') onChoose(active);
    else return;
    event.preventDefault();
  };
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const idOf = (index: number): string => `row-${index}`;
  return (
    <div
      ref={box}
      class="virtual-list"
      role="listbox"
      aria-label={label}
      aria-activedescendant={active >= first && active <= last ? idOf(active) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div class="virtual-space" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        {rows.map((index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys.
          <div
            key={index}
            id={idOf(index)}
            class={`virtual-row ${index === active ? 'active' : ''}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            aria-setsize={count}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${index * rowHeight}px)`, height: `${rowHeight}px` }}
            onClick={() => {
              setActive(index);
              onChoose(index);
            }}
          >
            {row(index)}
          </div>
        ))}
      </div>
    </div>
  );
}
