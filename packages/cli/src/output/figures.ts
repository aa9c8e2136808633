/** `12,345`. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** `3 tools`, `1 tool`. */
export function counted(value: number, thing: string): string {
  return `${count(value)} ${thing}${value === 1 ? '' : 's'}`;
}

/** How much less it is, in whole percent; never 100 where something is left. */
export function shareSaved(before: number, after: number): string {
  if (before <= 0) return '0%';
  const share = (1 - after / before) * 100;
  if (share < 0) return `+${Math.round(-share)}%`;
  // Something is left: it is not all that was saved.
  if (after > 0 && share >= 99.5) return `${Math.min(99.9, share).toFixed(1)}%`;
  return `${Math.round(share)}%`;
}

/** `0.12 ms`, `850 ms`, `3.2 s`. */
export function duration(ms: number): string {
  if (ms > 0 && ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** `just now`, `5 min ago`, `3 h ago`, `2 d ago`. */
export function ago(at: number, now = Date.now()): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h ago` : `${Math.floor(minutes / 1_440)} d ago`;
}

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A row of values as a row of bars; nothing is the lowest bar. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(0, ...values);
  if (most === 0) return '▁'.repeat(values.length);
  return values.map((value) => BARS[value <= 0 ? 0 : Math.max(1, Math.round((value / most) * 7))]).join('');
}
