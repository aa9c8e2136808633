export interface Cell {
  readonly sign: string;
  /** Active SGR codes. */
  readonly look: readonly number[];
}

export function screenOf(written: string): Cell[][];
export function screenText(written: string): string;
