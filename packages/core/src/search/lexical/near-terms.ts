import { distance } from 'fastest-levenshtein';

const SHORTEST = 4;
/** From this length on, two letters may be wrong. */
const LONG = 8;

/** Finds the terms of an index that an unknown word was probably meant to be. */
export class NearTerms {
  readonly #byStart = new Map<string, string[]>();
  #seen = 0;

  /** The best few terms: one letter wrong, missing, added or two swapped (two in long words), or a word begun. `word` is the stem of what was `typed`. */
  find(word: string, typed: string, terms: readonly string[], holders: (term: string) => number): string[] {
    if (typed.length < SHORTEST) return [];
    this.#catchUp(terms);
    const allowed = word.length >= LONG ? 2 : 1;
    let best = allowed + 1;
    let found: string[] = [];
    for (const term of this.#byStart.get(word.charAt(0)) ?? []) {
      const wrong = wrongLetters(word, term, allowed);
      if (wrong > best || wrong > allowed || holders(term) === 0) continue;
      if (wrong < best) found = [];
      best = wrong;
      found.push(term);
    }
    return found.slice(0, 4);
  }

  #catchUp(terms: readonly string[]): void {
    for (; this.#seen < terms.length; this.#seen++) {
      const term = terms[this.#seen] ?? '';
      if (term.length < SHORTEST - 1) continue;
      const bucket = this.#byStart.get(term.charAt(0));
      if (bucket) bucket.push(term);
      else this.#byStart.set(term.charAt(0), [term]);
    }
  }
}

function wrongLetters(word: string, term: string, allowed: number): number {
  if (Math.abs(word.length - term.length) > allowed) {
    return word.length > SHORTEST && term.startsWith(word) && term.length <= word.length * 2 ? 1 : allowed + 1;
  }
  const edits = distance(word, term);
  return edits === 2 && allowed === 1 && isSwap(word, term) ? 1 : edits;
}

/** Two neighbouring letters exchanged count as two edits, but are one slip. */
function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let i = 0;
  while (a[i] === b[i]) i++;
  return a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2);
}
