const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const HOUR = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export const whole = (value: number): string => WHOLE.format(value);
export const short = (value: number): string => SHORT.format(value);
export const percent = (value: number): string => PERCENT.format(value);
export const dayOf = (at: number): string => DAY.format(at);
export const hourOf = (at: number): string => HOUR.format(at);
export const momentOf = (at: number): string => MOMENT.format(at);

export function milliseconds(value: number | undefined): string {
  if (value === undefined) return '–';
  if (value < 10) return `${Math.round(value * 10) / 10} ms`;
  return value < 10_000 ? `${WHOLE.format(value)} ms` : `${Math.round(value / 100) / 10} s`;
}

export function ago(at: number, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - at) / 1_000));
  if (seconds < 60) return 'just now';
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)} h ago` : momentOf(at);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`;
}

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
export const timeOf = (at: number): string => TIME.format(at);
