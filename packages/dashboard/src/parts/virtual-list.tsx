import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSize } from './use-size.ts';

interface VirtualListProps {
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  /** The index of the chosen row, or -1. */
  readonly chosen: number;
  /** When `version` changes, `onRange` is called again. */
  readonly version: unknown;
  readonly row: (index: number) => ComponentChildren;
  readonly onRange: (first: number, last: number) => void;
  readonly onChoose: (index: number) => void;
}

/** Rows rendered above and below the visible ones, so that fast scrolling shows no gap. */
const OVERSCAN = 8;

/** A list of any length that renders only the visible rows. Arrow keys move, Enter chooses. */
export function VirtualList({ label, count, rowHeight, chosen, version, row, onRange, onChoose }: VirtualListProps) {
  const [box, { height }] = useSize();
  const [top, setTop] = useState(0);
  const [active, setActive] = useState(Math.max(0, chosen));
  const first = Math.max(0, Math.floor(top / rowHeight) - OVERSCAN);
  const last = Math.min(count - 1, Math.ceil((top + height) / rowHeight) + OVERSCAN);
  // `onRange` is a new function on every render, so it is no dependency.
  useEffect(() => {
    if (last >= first) onRange(first, last);
  }, [first, last, count, version]);

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
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys.
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
