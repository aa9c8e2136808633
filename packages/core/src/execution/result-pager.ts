import { LRUCache } from 'lru-cache';
import { isObject, type JsonObject } from '../catalog/json.ts';
import { annotate, type CommandError, type CommandResult, failure, NATIVE, success } from '../result/result.ts';

export interface PagerOptions {
  /** A result whose JSON is longer than this is cut. About four characters make a token. */
  readonly maxChars?: number;
  /** How long the rest is kept. */
  readonly keepMs?: number;
  /** How much is kept for all callers together. */
  readonly keepChars?: number;
}

export const PAGER_DEFAULTS = { maxChars: 40_000, keepMs: 15 * 60_000, keepChars: 64_000_000 } as const;

/** What is cut: the items of a list (its own, or that of the largest field), or plain text. */
type Kept =
  | { readonly kind: 'items'; readonly items: readonly unknown[]; readonly sizes: readonly number[] }
  | { readonly kind: 'text'; readonly text: string };

/** Cuts results that would flood a model's context, and keeps the rest for `afd-more`. */
export class ResultPager {
  readonly #maxChars: number;
  readonly #kept: LRUCache<string, Kept>;

  constructor(options: PagerOptions = {}) {
    this.#maxChars = options.maxChars ?? PAGER_DEFAULTS.maxChars;
    this.#kept = new LRUCache({
      ttl: options.keepMs ?? PAGER_DEFAULTS.keepMs,
      maxSize: options.keepChars ?? PAGER_DEFAULTS.keepChars,
    });
  }

  /** Returns the result, cut where it is too long, and its data as JSON text. Never throws. */
  bound(result: CommandResult): { result: CommandResult; text: string } {
    if (!result.success || NATIVE in result) return { result, text: '' };
    const text = jsonText(result.data);
    if (typeof text !== 'string') return { result: failure(text), text: '' };
    if (text.length <= this.#maxChars) return { result, text };
    const cut = this.#cut(result.data, text);
    return { result: annotate({ ...result, data: cut.data }, cut.trust), text: JSON.stringify(cut.data) };
  }

  /** The part of a kept result that a cursor points at. */
  more(cursor: string): CommandResult {
    const [id = '', position = ''] = cursor.split('.');
    const kept = this.#kept.get(id);
    const offset = Number(position);
    if (!kept || !Number.isSafeInteger(offset) || offset < 0) {
      return failure({
        code: 'VALIDATION_ERROR',
        message: `Nothing is kept under the cursor '${cursor.slice(0, 60)}'`,
        suggestion: 'It has expired or belongs to another server. Make the call again, with select to get less.',
      });
    }
    const page = this.#page(id, kept, offset);
    return success(page.data, page.trust);
  }

  #cut(data: unknown, text: string) {
    const id = crypto.randomUUID().replaceAll('-', '');
    const list = longList(data, this.#maxChars);
    const items = list?.items ?? [];
    const sizes = items.map((item) => (JSON.stringify(item)?.length ?? 4) + 1);
    // A single item that is too long can only be cut as text.
    const byItem = list !== undefined && sizes.every((size) => size <= this.#maxChars / 2);
    const kept: Kept = byItem
      ? { kind: 'items', items, sizes }
      : { kind: 'text', text: typeof data === 'string' ? data : text };
    const size = text.length;
    this.#kept.set(id, kept, { size });
    const page = this.#page(id, kept, 0, this.#maxChars - (list?.rest ?? 0));
    return byItem && list.around ? { ...page, data: list.around(page.data as unknown[]) } : page;
  }

  #page(id: string, kept: Kept, offset: number, room = this.#maxChars) {
    const end = kept.kind === 'items' ? lastItem(kept.sizes, offset, room) : lastCharacter(kept.text, offset, room);
    const data = kept.kind === 'items' ? kept.items.slice(offset, end) : kept.text.slice(offset, end);
    const total = kept.kind === 'items' ? kept.items.length : kept.text.length;
    const unit = kept.kind === 'items' ? 'items' : 'characters';
    if (end >= total) return { data, trust: {} };
    if (!this.#kept.has(id)) {
      return {
        data,
        trust: { warnings: [`Cut: ${unit} ${offset} to ${end} of ${total}; too much to keep. Use select.`] },
      };
    }
    const cursor = `${id}.${end}`;
    const warning = `Cut: ${unit} ${offset} to ${end} of ${total}. Next: afd-more { cursor: '${cursor}' }; or use select.`;
    return { data, trust: { warnings: [warning], metadata: { more: { cursor, end, total, unit } } } };
  }
}

function lastItem(sizes: readonly number[], offset: number, room: number): number {
  let end = offset;
  for (let used = 0; end < sizes.length; end += 1) {
    used += sizes[end] ?? 0;
    if (used > room && end > offset) break;
  }
  return end;
}

/** Quotes and line breaks grow when they are written as JSON; a cut through a surrogate pair leaves two invalid texts. */
function lastCharacter(text: string, offset: number, room: number): number {
  const written = JSON.stringify(text.slice(offset, offset + room)).length - 2;
  const end = offset + (written > room ? Math.max(1, Math.floor((room * room) / written)) : room);
  const half = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return half && room > 1 ? end - 1 : end;
}

interface LongList {
  readonly items: unknown[];
  /** What is around the list, in characters; `around` puts a part of the list back into it. */
  readonly rest?: number;
  readonly around?: (part: unknown[]) => JsonObject;
}

/** The list to cut: the data itself, or the field that holds most of it. */
function longList(data: unknown, maxChars: number): LongList | undefined {
  if (Array.isArray(data)) return { items: data };
  if (!isObject(data)) return undefined;
  for (const [key, items] of Object.entries(data)) {
    if (!Array.isArray(items) || items.length < 2) continue;
    const rest = JSON.stringify({ ...data, [key]: [] }).length;
    // At most one list can hold three quarters of a result that is too long.
    if (rest <= maxChars / 4) return { items, rest, around: (part) => ({ ...data, [key]: part }) };
  }
  return undefined;
}

/** Data as JSON, or why it cannot be written so. */
export function jsonText(data: unknown): string | CommandError {
  try {
    return JSON.stringify(data) ?? '';
  } catch (error) {
    return {
      code: 'INTERNAL_ERROR',
      message: `The result cannot be written as JSON: ${error instanceof Error ? error.message.split('\n', 1)[0] : 'unknown'}`,
      suggestion: 'This is a fault of the command: its data must be plain JSON, without cycles or BigInt.',
    };
  }
}
