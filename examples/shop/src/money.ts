/** `1990` → `19.90 EUR`, for sentences; data carries cents. */
export function formatCents(cents: number): string {
  return `${(cents / 100).toFixed(2)} EUR`;
}
