import { useState } from 'preact/hooks';
import type { Edge } from '../api/answers.ts';
import { DataTable } from './data-table.tsx';
import { percent, whole } from './numbers.ts';
import { useWidth } from './use-width.ts';

const ROW = 30;
const THICKEST = 14;
const WIDEST = 880;

/** What follows what: on the left what was called, on the right what came next, as thick as it was frequent. */
export function FlowGraph({ edges }: { readonly edges: readonly Edge[] }) {
  const [ref, room] = useWidth<HTMLDivElement>();
  const width = Math.min(room, WIDEST);
  const [looked, setLooked] = useState<string | undefined>(undefined);
  const left = placesOf(edges.map(({ previous, count }) => [previous, count]));
  const right = placesOf(edges.map(({ next, count }) => [next, count]));
  const rows = Math.max(left.length, right.length);
  const most = Math.max(1, ...edges.map(({ count }) => count));
  const column = Math.max(90, Math.floor(width * 0.36));
  const y = (places: readonly string[], name: string): number =>
    (places.indexOf(name) + 0.5 + (rows - places.length) / 2) * ROW;
  return (
    <div class="flow" ref={ref}>
      {width > 0 && (
        <svg
          width={width}
          height={rows * ROW}
          role="img"
          aria-label="What follows what, as a drawing. The same is in the table below."
        >
          {edges.map((edge) => {
            const { previous, next, count, probability } = edge;
            const [from, to] = [y(left, previous), y(right, next)];
            const [x1, x2] = [column + 6, width - column - 6];
            const bend = (x2 - x1) / 2;
            const dim = looked !== undefined && looked !== `left ${previous}` && looked !== `right ${next}`;
            return (
              <path
                key={`${previous} ${next}`}
                class={`edge ${dim ? 'dim' : ''}`}
                d={`M${x1},${from} C${x1 + bend},${from} ${x2 - bend},${to} ${x2},${to}`}
                style={{ strokeWidth: `${Math.max(1.5, (count / most) * THICKEST)}px` }}
              >
                <title>{`${previous} → ${next}: ${whole(count)} times, ${percent(probability)}`}</title>
              </path>
            );
          })}
          {left.map((name) => (
            <Node key={name} {...{ name, side: 'left', width: column, setLooked }} x={column} y={y(left, name)} />
          ))}
          {right.map((name) => (
            <Node
              key={name}
              {...{ name, side: 'right', width: column, setLooked }}
              x={width - column}
              y={y(right, name)}
            />
          ))}
        </svg>
      )}
      <details class="as-table">
        <summary>As a table</summary>
        <DataTable
          caption="What follows what"
          rows={edges}
          keyOf={({ previous, next }) => `${previous} ${next}`}
          columns={[
            { head: 'After', cell: ({ previous }) => <code>{previous}</code> },
            { head: 'comes', cell: ({ next }) => <code>{next}</code> },
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
  readonly setLooked: (name: string | undefined) => void;
}

function Node({ name, side, x, y, width, setLooked }: NodeProps) {
  const letters = Math.floor((width - 8) / 7);
  const shown = name.length > letters ? `…${name.slice(-(letters - 1))}` : name;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only lights up lines; the table says the same.
    <g onMouseEnter={() => setLooked(`${side} ${name}`)} onMouseLeave={() => setLooked(undefined)}>
      <text class="node" x={x} y={y + 4} text-anchor={side === 'left' ? 'end' : 'start'}>
        {shown}
        <title>{name}</title>
      </text>
    </g>
  );
}

/** Names with the most calls first. */
function placesOf(counts: readonly (readonly [string, number])[]): string[] {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([name]) => name);
}
