import { splitWords } from './split-words.ts';
import { contentWords, type QueryWord } from './terms.ts';

const MOST_STEPS = 24;
const FEWEST_WORDS = 2;
const SHORTEST = 4;
/** Boundaries between steps: ends of sentences and lines, commas, and words such as "and then". */
const BOUNDARY =
  /(?<=[.!?;])\s+|\n+|,?\s+(?:and then|after that|then|also|additionally|as well as|and|und dann|und|y luego|y)\s+|,\s+|[。！？；、，]/iu;

/** A quick check that spares most requests the split. */
const MAY_HAVE_STEPS = /[.!?;,\n。！？；、，]|\s(?:and|then|also|after that|additionally|as well as|und|y)\s/iu;

export interface RequestStep {
  readonly text: string;
  readonly words: readonly QueryWord[];
}

/** The steps of a request; empty for a request with only one step. */
export function stepsOf(query: string): RequestStep[] {
  const steps: RequestStep[] = [];
  if (!MAY_HAVE_STEPS.test(query)) return steps;
  const parts = query.split(BOUNDARY);
  if (parts.length === 1) return steps;
  for (const part of parts) {
    const text = part.trim();
    if (text.length < SHORTEST) continue;
    const words = contentWords(splitWords(text));
    if (words.length >= FEWEST_WORDS) steps.push({ text, words });
    if (steps.length === MOST_STEPS) break;
  }
  return steps.length > 1 ? steps : [];
}
