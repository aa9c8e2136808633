import { useState } from 'preact/hooks';
import type { UsageAnswer } from '../api/answers.ts';
import { DataTable } from './data-table.tsx';
import { percent, whole } from './numbers.ts';
import { useSize } from './use-size.ts';

const ROW_HEIGHT = 30;
const MAX_STROKE = 14;
const MAX_WIDTH = 880;

/** Tool sequences: the first tool on the left, the next tool on the right. Frequent sequences have thick lines. */
export function FlowGraph({ edges }: { readonly edges: UsageAnswer['edges'] }) {
  const [ref, room] = useSize();
  const width = Math.min(room.width, MAX_WIDTH);
  const [hovered, setHovered] = useState<string | undefined>(undefined);
  const left = orderByCount(edges.map(({ previous, count }) => [previous, count]));
  const right = orderByCount(edges.map(({ next, count }) => [next, count]));
  const rows = Math.max(left.length, right.length);
  const most = Math.max(1, ...edges.map(({ count }) => count));
  const column = Math.max(90, Math.floor(width * 0.36));
  const y = (names: readonly string[], name: string): number =>
    (names.indexOf(name) + 0.5 + (rows - names.length) / 2) * ROW_HEIGHT;
  return (
    <div class="flow" ref={ref}>
      {width > 0 && (
        <svg
          width={width}
          height={rows * ROW_HEIGHT}
          role="img"
          aria-label="Tool sequences as a graph. The same data is in the table below."
        >
          {edges.map((edge) => {
            const { previous, next, count, probability } = edge;
            const [from, to] = [y(left, previous), y(right, next)];
            const [x1, x2] = [column + 6, width - column - 6];
            const bend = (x2 - x1) / 2;
            const dim = hovered !== undefined && hovered !== `left ${previous}` && hovered !== `right ${next}`;
            return (
              <path
                key={`${previous} ${next}`}
                class={`edge ${dim ? 'dim' : ''}`}
                d={`M${x1},${from} C${x1 + bend},${from} ${x2 - bend},${to} ${x2},${to}`}
                style={{ strokeWidth: `${Math.max(1.5, (count / most) * MAX_STROKE)}px` }}
              >
                <title>{`${previous} → ${next}: ${whole(count)} times, ${percent(probability)}`}</title>
              </path>
            );
          })}
          {left.map((name) => (
            <Node key={name} {...{ name, side: 'left', width: column, setHovered }} x={column} y={y(left, name)} />
          ))}
          {right.map((name) => (
            <Node
              key={name}
              {...{ name, side: 'right', width: column, setHovered }}
              x={width - column}
              y={y(right, name)}
            />
          ))}
        </svg>
      )}
      <details class="as-table">
        <summary>As a table</summary>
        <DataTable
          caption="Tool sequences"
          rows={edges}
          keyOf={({ previous, next }) => `${previous} ${next}`}
          columns={[
            { head: 'First tool', cell: ({ previous }) => <code>{previous}</code> },
            { head: 'Next tool', cell: ({ next }) => <code>{next}</code> },
            { head: 'Times', cell: ({ count }) => whole(count), number: true },
            { head: 'Share', cell: ({ probability }) => percent(probability), number: true },
          ]}
        />
      </details>
    </div>
  );
}

interface NodeProps {
  readonly name: string;
  readonly side: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly setHovered: (name: string | undefined) => void;
}

function Node({ name, side, x, y, width, setHovered }: NodeProps) {
  const letters = Math.floor((width - 8) / 7);
  const shown = name.length > letters ? `…${name.slice(-(letters - 1))}` : name;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only highlights lines; the table has the same data.
    <g onMouseEnter={() => setHovered(`${side} ${name}`)} onMouseLeave={() => setHovered(undefined)}>
      <text class="node" x={x} y={y + 4} text-anchor={side === 'left' ? 'end' : 'start'}>
        {shown}
        <title>{name}</title>
      </text>
    </g>
  );
}

/** Names, most frequent first. */
function orderByCount(counts: readonly (readonly [string, number])[]): string[] {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
}
