/** `12,345`. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** `3 tools`, `1 tool`. */
export function counted(value: number, thing: string): string {
  return `${count(value)} ${thing}${value === 1 ? '' : 's'}`;
}

/** Why a short list costs more with Foldout. */
export const WHY_MORE = "Foldout's own tools cost more than this short list; savings start with more tools";

/** `93% less` or, if `after` is larger, `310 more: …` with the reason. */
export function savingText(before: number, after: number): string {
  return after < before ? `${shareSaved(before, after)} less` : `${count(after - before)} more: ${WHY_MORE}`;
}

/** Savings in percent, never rounded up to 100 if `after` is above 0. `none` if `after` is not smaller. */
export function shareSaved(before: number, after: number): string {
  if (after >= before) return 'none';
  const share = (1 - after / before) * 100;
  if (after > 0 && share >= 99.5) return `${Math.min(99.9, share).toFixed(1)}%`;
  return `${Math.round(share)}%`;
}

/** A share as `12%`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
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

/** Values as a row of bars; 0 is the lowest bar. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(0, ...values);
  if (most === 0) return '▁'.repeat(values.length);
  return values.map((value) => BARS[value <= 0 ? 0 : Math.max(1, Math.round((value / most) * 7))]).join('');
}
