import { labelled, scaleFor } from './chart-scale.ts';
import { useSize } from './use-size.ts';

export interface Series {
  readonly name: string;
  /** The CSS variable of a color: `--series-1`. */
  readonly color: string;
  readonly values: readonly number[];
}

interface ChartProps {
  readonly title: string;
  readonly kind: 'bars' | 'lines';
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
}

const HEIGHT = 180;
const LEFT = 52;
const BOTTOM = 22;
const TOP = 8;
const RIGHT = 6;

/** A chart of numbers over time, with the same numbers in a table for screen readers. */
export function Chart({ title, kind, labels, series, format }: ChartProps) {
  const [ref, { width }] = useSize();
  const { top, ticks } = scaleFor(series.flatMap(({ values }) => values));
  const inner = Math.max(0, width - LEFT - RIGHT);
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.max(0, value) / top);
  const step = inner / Math.max(1, labels.length);
  const x = (index: number): number => LEFT + step * (index + 0.5);
  const showsLabel = labelled(labels.length, inner);
  return (
    <div class="chart" ref={ref}>
      {series.length > 1 && <Legend series={series} />}
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={`${title}. The numbers are in the table below.`}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line class="grid-line" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
              <text class="axis" x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
                {format(tick)}
              </text>
            </g>
          ))}
          {labels.map(
            (label, i) =>
              showsLabel(i) && (
                <text
                  key={label}
                  class="axis"
                  x={Math.min(x(i), width - RIGHT - 18)}
                  y={HEIGHT - 6}
                  text-anchor="middle"
                >
                  {label}
                </text>
              ),
          )}
          {kind === 'bars'
            ? series.map((shown) => (
                <Bars key={shown.name} series={shown} labels={labels} {...{ x, y, step, format }} />
              ))
            : series.map((shown) => <Line key={shown.name} series={shown} {...{ x, y }} />)}
          {kind === 'lines' &&
            labels.map((label, i) => (
              <rect key={label} class="probe" x={x(i) - step / 2} y={TOP} width={step} height={HEIGHT - TOP - BOTTOM}>
                <title>
                  {[label, ...series.map(({ name, values }) => `${name} ${format(values[i] ?? 0)}`)].join(' · ')}
                </title>
              </rect>
            ))}
        </svg>
      )}
      <ChartTable {...{ title, labels, series, format }} />
    </div>
  );
}

interface Axes {
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
}

interface BarsProps extends Axes {
  readonly series: Series;
  readonly labels: readonly string[];
  readonly step: number;
  readonly format: (value: number) => string;
}

function Bars({ series, labels, step, format, x, y }: BarsProps) {
  const width = Math.max(1, Math.min(36, step * 0.7));
  return (
    <g style={{ fill: `var(${series.color})` }}>
      {series.values.map((value, i) => (
        <rect
          key={labels[i]}
          x={x(i) - width / 2}
          y={y(value)}
          width={width}
          height={Math.max(0, y(0) - y(value))}
          rx={Math.min(3, width / 3)}
        >
          <title>{`${labels[i]}: ${format(value)}`}</title>
        </rect>
      ))}
    </g>
  );
}

function Line({ series, x, y }: Axes & { readonly series: Series }) {
  const points = series.values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`);
  return <polyline class="line" points={points.join(' ')} style={{ stroke: `var(${series.color})` }} />;
}

function Legend({ series }: { readonly series: readonly Series[] }) {
  return (
    <ul class="legend">
      {series.map(({ name, color }) => (
        <li key={name}>
          <span class="swatch" style={{ background: `var(${color})` }} />
          {name}
        </li>
      ))}
    </ul>
  );
}

function ChartTable({ title, labels, series, format }: Omit<ChartProps, 'kind'>) {
  return (
    <details class="as-table">
      <summary>As a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it too. */}
      <section class="scroll" aria-label={`${title}, as a table`} tabIndex={0}>
        <table>
          <caption class="unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              {series.map(({ name }) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {labels.map((label, i) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map(({ name, values }) => (
                  <td key={name} class="number">
                    {format(values[i] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
