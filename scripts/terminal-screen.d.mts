export interface Cell {
  readonly sign: string;
  /** SGR codes that are in force. */
  readonly look: readonly number[];
}

export function screenOf(written: string): Cell[][];
export function screenText(written: string): string;
