import { LRUCache } from 'lru-cache';
import { isObject, type JsonObject } from '../catalog/json.ts';
import {
  annotate,
  type CommandError,
  type CommandResult,
  failure,
  NATIVE,
  success,
  type TrustFields,
} from '../result/result.ts';
import { META_WORDS, type Words } from '../result/words.ts';
import { type AnswerPart, type PartsPage, pageOfParts, sizeOfParts } from './answer-parts.ts';
import { cutText } from './cut-text.ts';

export interface PagerOptions {
  /** Longer JSON is cut. A token has about four characters. */
  readonly maxChars?: number;
  /** How long the rest of a result is stored. */
  readonly keepMs?: number;
  /** The most encoded characters of images, audio and files in one answer. */
  readonly maxBinaryChars?: number;
  /** Size limit of the store, for all callers together. */
  readonly keepChars?: number;
}

/** The caller's limits and words, which decide where a result is cut and how its warning reads. */
export interface BoundOptions {
  readonly words?: Words | undefined;
  /** The longest result that this caller shows whole, if that is less than the pager's own bound. */
  readonly maxChars?: number | undefined;
}

const PAGER_DEFAULTS = {
  maxChars: 40_000,
  maxBinaryChars: 2_000_000,
  keepMs: 15 * 60_000,
  keepChars: 64_000_000,
} as const;

/** A stored result: the items of a list (the data itself or its largest field), or plain text. */
type StoredResult =
  | { readonly kind: 'items'; readonly items: readonly unknown[]; readonly sizes: readonly number[] }
  | { readonly kind: 'text'; readonly text: string }
  | StoredParts;

/** The answer of another server. */
interface StoredParts {
  readonly kind: 'parts';
  readonly parts: readonly AnswerPart[];
  /** Makes a result of the pieces of a page. */
  readonly answer: (pieces: readonly unknown[]) => CommandResult;
}

/** The first page of an answer, and what to say of the rest. */
export interface BoundAnswer {
  readonly pieces: readonly unknown[];
  readonly trust: TrustFields;
}

/** Cuts results that are too long for a model's context, and stores the rest for `afd-more`. */
export class ResultPager {
  readonly #maxChars: number;
  readonly #maxBinaryChars: number;
  readonly #stored: LRUCache<string, StoredResult>;

  constructor(options: PagerOptions = {}) {
    this.#maxChars = options.maxChars ?? PAGER_DEFAULTS.maxChars;
    this.#maxBinaryChars = options.maxBinaryChars ?? PAGER_DEFAULTS.maxBinaryChars;
    this.#stored = new LRUCache({
      ttl: options.keepMs ?? PAGER_DEFAULTS.keepMs,
      maxSize: options.keepChars ?? PAGER_DEFAULTS.keepChars,
    });
  }

  /** Returns the result, cut if it is too long, and its data as JSON text. Never throws. */
  bound(result: CommandResult, { words, maxChars }: BoundOptions = {}): { result: CommandResult; text: string } {
    if (!result.success || NATIVE in result) return { result, text: '' };
    const text = jsonText(result.data);
    if (typeof text !== 'string') return { result: failure(text), text: '' };
    const room = this.roomFor({ maxChars });
    if (text.length <= room) return { result, text };
    const cut = this.#cut(result.data, text, room, words);
    return { result: annotate({ ...result, data: cut.data }, cut.trust), text: JSON.stringify(cut.data) };
  }

  /** The most characters of an answer for this caller. */
  roomFor({ maxChars }: BoundOptions): number {
    return Math.min(this.#maxChars, maxChars ?? this.#maxChars);
  }

  /** Stores the parts of an answer, and returns its first page. Undefined if the answer fits into one page. */
  boundParts(
    parts: readonly AnswerPart[],
    answer: StoredParts['answer'],
    options: BoundOptions = {},
  ): BoundAnswer | undefined {
    const page = this.#partsPage(parts, 0, options, false);
    const size = sizeOfParts(parts);
    if (page.end >= size) return undefined;
    const id = crypto.randomUUID().replaceAll('-', '');
    this.#stored.set(id, { kind: 'parts', parts, answer }, { size });
    const position = { offset: 0, end: page.end, total: size, unit: 'characters', held: page.held };
    return { pieces: page.pieces, trust: this.#rest(id, position, options.words) };
  }

  /** The page of a stored result that a cursor points at. */
  more(cursor: string, { words, maxChars }: BoundOptions = {}): CommandResult {
    const [id = '', position = ''] = cursor.split('.');
    const stored = this.#stored.get(id);
    const offset = Number(position);
    const less = (words ?? META_WORDS).less();
    if (!stored || !Number.isSafeInteger(offset) || offset < 0) {
      return failure({
        code: 'VALIDATION_ERROR',
        message: `No stored result has the cursor '${cursor.slice(0, 60)}'`,
        suggestion: `It has expired or belongs to another server. Call the command again.${less ? ` ${less}.` : ''}`,
      });
    }
    if (stored.kind === 'parts') {
      const page = this.#partsPage(stored.parts, offset, { maxChars }, true);
      const position = { offset, end: page.end, total: sizeOfParts(stored.parts), unit: 'characters', held: page.held };
      return annotate(stored.answer(page.pieces), this.#rest(id, position, words));
    }
    const page = this.#page(id, stored, offset, this.roomFor({ maxChars }), words);
    return success(page.data, page.trust);
  }

  #partsPage(parts: readonly AnswerPart[], offset: number, options: BoundOptions, force: boolean): PartsPage {
    return pageOfParts(parts, offset, { chars: this.roomFor(options), binaryChars: this.#maxBinaryChars }, force);
  }

  #cut(data: unknown, text: string, maxChars: number, words: Words | undefined) {
    const id = crypto.randomUUID().replaceAll('-', '');
    const list = longList(data, maxChars);
    const items = list?.items ?? [];
    const sizes = items.map((item) => (JSON.stringify(item)?.length ?? 4) + 1);
    // If an item is longer than half a page, the whole result is cut as text.
    const byItem = list !== undefined && sizes.every((size) => size <= maxChars / 2);
    const stored: Exclude<StoredResult, StoredParts> = byItem
      ? { kind: 'items', items, sizes }
      : { kind: 'text', text: typeof data === 'string' ? data : text };
    const size = text.length;
    this.#stored.set(id, stored, { size });
    const page = this.#page(id, stored, 0, maxChars - (list?.rest ?? 0), words);
    return byItem && list.around ? { ...page, data: list.around(page.data as unknown[]) } : page;
  }

  #page(
    id: string,
    stored: Exclude<StoredResult, StoredParts>,
    offset: number,
    room: number,
    words: Words = META_WORDS,
  ) {
    const end = stored.kind === 'items' ? lastItem(stored.sizes, offset, room) : cutText(stored.text, offset, room);
    const data = stored.kind === 'items' ? stored.items.slice(offset, end) : stored.text.slice(offset, end);
    const total = stored.kind === 'items' ? stored.items.length : stored.text.length;
    const unit = stored.kind === 'items' ? 'items' : 'characters';
    return { data, trust: this.#rest(id, { offset, end, total, unit }, words) };
  }

  /** Says what follows a page, and how to get it. Empty for the last page. */
  #rest(id: string, { offset, end, total, unit, held }: Position, words: Words = META_WORDS): TrustFields {
    if (end >= total) return {};
    const cut = `Cut: ${unit} ${offset} to ${end} of ${total}${held ? ` (${held} follows)` : ''}`;
    if (!this.#stored.has(id)) {
      const next = words.less() ?? 'Ask for less';
      return { warnings: [`${cut}; the rest is too large to store. ${next}.`] };
    }
    const cursor = `${id}.${end}`;
    const next = [words.more(cursor), words.less()].filter(Boolean).join('. ') || 'Ask for less';
    return { warnings: [`${cut}. Next: ${next}.`], metadata: { more: { cursor, end, total, unit } } };
  }
}

interface Position {
  readonly offset: number;
  readonly end: number;
  readonly total: number;
  readonly unit: string;
  /** The block that did not fit. */
  readonly held?: string | undefined;
}

function lastItem(sizes: readonly number[], offset: number, room: number): number {
  let end = offset;
  for (let used = 0; end < sizes.length; end += 1) {
    used += sizes[end] ?? 0;
    if (used > room && end > offset) break;
  }
  return end;
}

interface LongList {
  readonly items: unknown[];
  /** Length of the data's JSON with the list empty. `around` puts a page of the list back into the data. */
  readonly rest?: number;
  readonly around?: (part: unknown[]) => JsonObject;
}

/** The list to cut: the data itself, or the field that has most of its characters. */
function longList(data: unknown, maxChars: number): LongList | undefined {
  if (Array.isArray(data)) return { items: data };
  if (!isObject(data)) return undefined;
  for (const [key, items] of Object.entries(data)) {
    if (!Array.isArray(items) || items.length < 2) continue;
    const rest = JSON.stringify({ ...data, [key]: [] }).length;
    // The data is longer than `maxChars`, so at most one field holds over three quarters of it.
    if (rest <= maxChars / 4) return { items, rest, around: (part) => ({ ...data, [key]: part }) };
  }
  return undefined;
}

/** Data as JSON text, or the error if JSON cannot represent it. */
export function jsonText(data: unknown): string | CommandError {
  try {
    return JSON.stringify(data) ?? '';
  } catch (error) {
    return {
      code: 'INTERNAL_ERROR',
      message: `The result cannot be written as JSON: ${error instanceof Error ? error.message.split('\n', 1)[0] : 'unknown'}`,
      suggestion: 'Fix the command: its data must be plain JSON, without cycles or BigInt.',
    };
  }
}
