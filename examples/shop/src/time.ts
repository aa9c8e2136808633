const DAY_MS = 24 * 60 * 60 * 1000;

export function now(): string {
  return new Date().toISOString();
}

export function addDays(time: string, days: number): string {
  return new Date(Date.parse(time) + days * DAY_MS).toISOString();
}

/** The end of a whole day, to compare timestamps with. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999Z`;
}
