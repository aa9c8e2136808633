import type { JsonObject } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import type { MaskRule } from '../config/results-schema.ts';
import { isSecretName } from '../logging/secret-names.ts';
import { SECRET_SHAPES } from '../logging/secret-shapes.ts';

/** Where a result says what was masked: name of the rule → how often. */
const MASKED = 'foldout/masked';

/** One pattern of a rule. All run in linear time: the text comes from a server. */
interface Mask {
  readonly name: string;
  readonly pattern: RegExp;
  readonly instead?: string | undefined;
  readonly accepts?: (found: string) => boolean;
}

const BUILT_IN: Readonly<Record<string, readonly Omit<Mask, 'name'>[]>> = {
  secrets: SECRET_SHAPES,
  emails: [{ pattern: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g }],
  // A number without a country code or separators may be anything.
  phones: [
    { pattern: /(?<![\w+.-])\+\d{1,3}[ ./()-]{0,2}(?:\d[ ./()-]{0,2}){6,13}\d(?!\w)/g },
    { pattern: /(?<![\w+.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w-])/g },
  ],
  cards: [{ pattern: /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g, accepts: hasCardChecksum }],
  ibans: [
    { pattern: /(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?!\w)/g, accepts: hasIbanChecksum },
  ],
};

/** Texts are searched up to this depth. What is deeper is left out, because it cannot be checked. */
const MAX_DEPTH = 64;

/** Replaces the texts of results that the operator does not want to pass on. */
export class ResultMasker {
  readonly #masks: readonly Mask[];
  readonly #hidesSecrets: boolean;

  constructor(rules: readonly MaskRule[]) {
    this.#masks = rules.flatMap((rule) =>
      typeof rule === 'string'
        ? (BUILT_IN[rule] ?? []).map((mask) => ({ ...mask, name: rule }))
        : [{ name: rule.name, pattern: patternOf(rule.like) }],
    );
    this.#hidesSecrets = rules.includes('secrets');
  }

  /** The result of a tool, a prompt, a resource or a task. The same object if nothing was masked. */
  mask(result: JsonObject): JsonObject {
    const counts = new Map<string, number>();
    const masked = this.#maskResult(result, counts);
    if (counts.size === 0) return result;
    const meta = isObject(result['_meta']) ? result['_meta'] : {};
    return { ...masked, _meta: { ...meta, [MASKED]: Object.fromEntries(counts) } };
  }

  /** The error of a server, whose texts a model reads like those of a result. */
  maskError(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    const counts = new Map<string, number>();
    error.message = this.#maskText(error.message, counts);
    if ('data' in error && error.data !== undefined) error.data = this.#maskData(error.data, counts, MAX_DEPTH);
    return error;
  }

  #maskResult(result: JsonObject, counts: Map<string, number>): JsonObject {
    const masked = { ...result };
    for (const field of ['content', 'contents'] as const) {
      if (Array.isArray(result[field])) masked[field] = result[field].map((block) => this.#maskBlock(block, counts));
    }
    if (Array.isArray(result['messages']))
      masked['messages'] = result['messages'].map((message) =>
        isObject(message) ? { ...message, content: this.#maskBlock(message['content'], counts) } : message,
      );
    if (result['structuredContent'] !== undefined)
      masked['structuredContent'] = this.#maskData(result['structuredContent'], counts, MAX_DEPTH);
    // A finished task of the 2026-07-28 protocol.
    if (isObject(result['result'])) masked['result'] = this.#maskResult(result['result'], counts);
    return masked;
  }

  /** A block of content: its text and its words. The address of a resource stays, because a client reads by it. */
  #maskBlock(block: unknown, counts: Map<string, number>): unknown {
    if (!isObject(block)) return block;
    const masked: JsonObject = { ...block };
    for (const field of ['text', 'name', 'title', 'description']) {
      if (typeof block[field] === 'string') masked[field] = this.#maskText(block[field], counts);
    }
    if (isObject(block['resource'])) masked['resource'] = this.#maskBlock(block['resource'], counts);
    return masked;
  }

  #maskData(value: unknown, counts: Map<string, number>, depth: number, name = ''): unknown {
    if (typeof value === 'string') {
      if (!this.#hidesSecrets || value === '' || !isSecretName(name)) return this.#maskText(value, counts);
      count(counts, 'secrets');
      return shown('secrets');
    }
    if (typeof value === 'number') {
      const text = String(value);
      const masked = this.#maskText(text, counts);
      return masked === text ? value : masked;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth === 0) return null;
    if (Array.isArray(value)) return value.map((item) => this.#maskData(item, counts, depth - 1, name));
    const entries = Object.entries(value).map(([key, inner]) => [
      this.#maskText(key, counts),
      this.#maskData(inner, counts, depth - 1, key),
    ]);
    return Object.fromEntries(entries);
  }

  #maskText(text: string, counts: Map<string, number>): string {
    let masked = text;
    for (const { name, pattern, instead = shown(name), accepts } of this.#masks) {
      masked = masked.replace(pattern, (found, ...groups) => {
        if (accepts && !accepts(found)) return found;
        count(counts, name);
        return instead.replace('$1', String(groups[0]));
      });
    }
    return masked;
  }
}

/** `2 emails, 1 secrets`; undefined if nothing was masked. */
export function maskedText({ _meta: meta }: JsonObject): string | undefined {
  const counts = isObject(meta) ? meta[MASKED] : undefined;
  if (!isObject(counts)) return undefined;
  return `Masked by the operator: ${Object.entries(counts)
    .map(([name, times]) => `${String(times)} ${name}`)
    .join(', ')}`;
}

function shown(name: string): string {
  return `[${name} masked]`;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

const FORMS: Readonly<Record<string, string>> = { '#': '\\d', '?': '[A-Za-z0-9]', '*': '[\\w-]{0,64}' };

function patternOf(like: string): RegExp {
  const parts = [...like].map((one) => FORMS[one] ?? one.replace(/[\\^$.+()[\]{}|/]/, '\\$&'));
  return new RegExp(`(?<!\\w)${parts.join('')}(?!\\w)`, 'gu');
}

/** The Luhn checksum of card numbers. */
function hasCardChecksum(found: string): boolean {
  const digits = [...found.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => {
    const value = at % 2 === 0 ? digit : digit * 2;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 && sum > 0;
}

function hasIbanChecksum(found: string): boolean {
  const text = found.replaceAll(' ', '');
  const moved = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (one) => String(one.charCodeAt(0) - 55));
  return [...moved].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
