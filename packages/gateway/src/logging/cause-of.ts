/** The text of an error with its causes: `fetch failed` alone does not say that a connection or a DNS lookup failed. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [first] = error instanceof AggregateError ? error.errors : [];
  const text = error.message || (error as NodeJS.ErrnoException).code || error.name;
  const cause: unknown = error.cause ?? first;
  return cause instanceof Error ? `${text} (${causeOf(cause)})` : text;
}
