/** Why a source is not a function that can be saved. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';
  /** Line of the source, starting at 1. */
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(line === undefined ? message : `${message} (line ${line})`);
    this.line = line;
  }
}

export function lineAt(source: string, at: number): number {
  return source.slice(0, at).split('\n').length;
}
