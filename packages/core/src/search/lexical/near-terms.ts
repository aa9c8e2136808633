import { distance } from 'fastest-levenshtein';

const SHORTEST = 4;
/** Words of at least this length may have an edit distance of 2. */
const LONG = 8;

/** Corrects typing errors: finds the index terms with a small edit distance to an unknown word. */
export class NearTerms {
  readonly #byStart = new Map<string, string[]>();
  #seen = 0;

  /**
   * Up to four nearest terms: terms at one edit or one swap of adjacent letters (two edits for long words), and longer
   * terms that start with `word`. `word` is the stem of `typed`.
   */
  find(word: string, typed: string, terms: readonly string[], documentFrequency: (term: string) => number): string[] {
    if (typed.length < SHORTEST) return [];
    this.#addNew(terms);
    const allowed = word.length >= LONG ? 2 : 1;
    let best = allowed + 1;
    let found: string[] = [];
    for (const term of this.#byStart.get(word.charAt(0)) ?? []) {
      const edits = editsBetween(word, term, allowed);
      if (edits > best || edits > allowed || documentFrequency(term) === 0) continue;
      if (edits < best) found = [];
      best = edits;
      found.push(term);
    }
    return found.slice(0, 4);
  }

  #addNew(terms: readonly string[]): void {
    for (; this.#seen < terms.length; this.#seen++) {
      const term = terms[this.#seen] ?? '';
      if (term.length < SHORTEST - 1) continue;
      const bucket = this.#byStart.get(term.charAt(0));
      if (bucket) bucket.push(term);
      else this.#byStart.set(term.charAt(0), [term]);
    }
  }
}

/** Edit distance; more than `allowed` means too far. Counts 1 edit if `word` is only the start of a longer `term`. */
function editsBetween(word: string, term: string, allowed: number): number {
  if (Math.abs(word.length - term.length) > allowed) {
    return word.length > SHORTEST && term.startsWith(word) && term.length <= word.length * 2 ? 1 : allowed + 1;
  }
  const edits = distance(word, term);
  return edits === 2 && allowed === 1 && isSwap(word, term) ? 1 : edits;
}

/** Two swapped adjacent letters have an edit distance of 2, but are one typing error. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let i = 0;
  while (a[i] === b[i]) i++;
  return a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2);
}
