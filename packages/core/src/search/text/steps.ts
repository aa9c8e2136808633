import { wordsOfQuery } from './terms.ts';

const MOST_STEPS = 8;
const FEWEST_WORDS = 2;
/** Where one step may end and the next begin: sentences, lines, commas, and the words between steps. */
const BOUNDARY =
  /(?<=[.!?;])\s+|\n+|,?\s+(?:and then|after that|then|also|additionally|as well as|and|und dann|und|y luego|y)\s+|,\s+|[。！？；、，]/iu;

/** The steps of a request, each worth a search of its own. Empty for a request with one. */
export function stepsOf(query: string): string[] {
  const steps: string[] = [];
  for (const part of query.split(BOUNDARY)) {
    const step = part.trim();
    if (step.length > 3 && wordsOfQuery(step).length >= FEWEST_WORDS) steps.push(step);
    if (steps.length === MOST_STEPS) break;
  }
  return steps.length > 1 ? steps : [];
}
