/** Upper bound of a figure, wide enough for a busy machine. The ratio to plain `fs` is the more precise check. */
export interface Bound {
  readonly case: string;
  readonly metric: string;
  readonly under: number;
}

export const BOUNDS: readonly Bound[] = [
  { case: 'generate/cold', metric: 'ms', under: 20_000 },
  { case: 'generate/unchanged', metric: 'ms', under: 2_000 },
  { case: 'type-check', metric: 'type-errors', under: 1 },
  { case: 'type-check/python', metric: 'type-errors', under: 1 },
  { case: 'list-servers', metric: 'ms', under: 10 },
  { case: 'list-tools', metric: 'ms', under: 20 },
  { case: 'read-description', metric: 'ms', under: 30 },
  { case: 'read-definition', metric: 'ms', under: 50 },
  { case: 'index/100-tools', metric: 'ms', under: 50 },
  { case: 'search', metric: 'ms', under: 100 },
];
