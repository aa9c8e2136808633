import { cutText } from './cut-text.ts';

/** A part of an answer that another server gave: a text that may be cut, or a block that may not. */
export interface AnswerPart {
  /** Absent for a block. */
  readonly text?: string;
  /** Length of a block: how much of a page it takes. */
  readonly size: number;
  /** A block of encoded bytes, which has a limit of its own. */
  readonly binary?: boolean;
  /** What a block is, for the sentence that says that it follows. */
  readonly label?: string;
  /** The block, or a piece of the text in the form of this part. */
  piece(text?: string): unknown;
}

export interface PageRoom {
  readonly chars: number;
  readonly binaryChars: number;
}

export interface PartsPage {
  readonly pieces: readonly unknown[];
  /** The offset of the next page. */
  readonly end: number;
  /** The block that did not fit. */
  readonly held?: string | undefined;
}

export function sizeOfParts(parts: readonly AnswerPart[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

/**
 * The pieces from `offset` on that fit into a page, in their order. `force`: returns at least one piece, also if it is larger
 * than a page.
 */
export function pageOfParts(parts: readonly AnswerPart[], offset: number, room: PageRoom, force: boolean): PartsPage {
  const pieces: unknown[] = [];
  let { chars, binaryChars } = room;
  let begin = 0;
  let end = offset;
  for (const part of parts) {
    const stop = begin + part.size;
    const from = Math.max(offset - begin, 0);
    begin = stop;
    if (stop <= offset) continue;
    if (part.text === undefined) {
      const fits = part.size <= (part.binary ? binaryChars : chars);
      if (!fits && !(force && pieces.length === 0)) return { pieces, end, held: part.label };
      if (part.binary) binaryChars -= part.size;
      else chars -= part.size;
      pieces.push(part.piece());
    } else {
      if (chars <= 0) return { pieces, end };
      const cut = part.text.length - from <= chars ? part.text.length : cutText(part.text, from, chars);
      pieces.push(part.piece(part.text.slice(from, cut)));
      if (cut < part.text.length) return { pieces, end: stop - part.size + cut };
      chars -= cut - from;
    }
    end = stop;
  }
  return { pieces, end };
}
