/**
 * `function`: saved functions, by name. By principal: `store`, what scripts keep between runs; `shapes`, the types of
 * results; `words`, the words of searches that led to a tool.
 */
export const DOCUMENT_KINDS = ['function', 'store', 'shapes', 'words'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** A document could not be written, because other processes keep changing it. */
export class DocumentBusy extends Error {
  override readonly name = 'DocumentBusy';

  constructor(kind: DocumentKind, key: string) {
    super(`The ${kind} '${key}' was changed by other processes ${MAX_TRIES} times in a row. Try again.`);
  }
}

/** Number of times that a change is computed again, because another process was faster. */
export const MAX_TRIES = 50;

/** Small texts that all processes and replicas share. Every change is atomic. */
export interface Documents {
  load(kind: DocumentKind, key: string): Promise<string | undefined>;
  all(kind: DocumentKind): Promise<ReadonlyMap<string, string>>;
  /**
   * Replaces a text by what `change` makes of it; undefined removes it. `change` runs again if another process was
   * faster, and nothing is written if it throws. Returns the new text.
   */
  update(
    kind: DocumentKind,
    key: string,
    change: (text: string | undefined) => string | undefined,
  ): Promise<string | undefined>;
}
