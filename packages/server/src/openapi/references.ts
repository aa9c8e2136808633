import type { JsonObject } from '@foldout/core';
import { isObject, own } from '@foldout/core/internal';

/** A `$ref` may lead to another one. A longer chain is a circle. */
const MAX_CHAIN = 20;

/** Follows the `$ref`s of a document. Only references into the same document are read: no file and no URL. */
export class References {
  readonly #document: JsonObject;
  readonly #onProblem: (message: string) => void;
  readonly #reported = new Set<string>();

  constructor(document: JsonObject, onProblem: (message: string) => void) {
    this.#document = document;
    this.#onProblem = onProblem;
  }

  /** The object that a value is or refers to; empty for a reference that leads nowhere. */
  resolve(value: unknown): JsonObject {
    let current = value;
    for (let step = 0; step < MAX_CHAIN && isObject(current); step += 1) {
      const reference = own(current, '$ref');
      if (typeof reference !== 'string') return current;
      current = this.target(reference);
    }
    return {};
  }

  /** What `#/components/schemas/Pet` points to. Undefined, and reported once, if there is no such part. */
  target(reference: string): unknown {
    let current: unknown = this.#document;
    if (!/^#(\/|$)/.test(reference)) {
      this.#report(reference, 'leads to another document. Bundle the documents first: npx @redocly/cli bundle');
      return undefined;
    }
    for (const part of reference.split('/').slice(1)) current = own(current, keyOf(part));
    if (current === undefined) this.#report(reference, 'leads nowhere');
    return current;
  }

  #report(reference: string, problem: string): void {
    if (this.#reported.has(reference)) return;
    this.#reported.add(reference);
    this.#onProblem(`The reference '${reference.slice(0, 200)}' ${problem}. What it stands for accepts any value.`);
  }
}

/** A part of a JSON pointer: `~1` is a slash, `~0` a tilde, and a pointer in a URL is percent-encoded. */
function keyOf(part: string): string {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // A name with a percent sign that encodes nothing is meant as it is.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}
