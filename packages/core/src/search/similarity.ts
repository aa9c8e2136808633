import { distance } from 'fastest-levenshtein';

/** Below this, a suggestion is more likely to mislead than to help. */
const THRESHOLD = 0.4;
/** Longer than any legal tool name; a megabyte of "name" must not cost a megabyte squared. */
const COMPARED_LENGTH = 128;

/** 1 for equal names, 0 for nothing in common: 1 − edit distance / length of the longer. */
export function calculateSimilarity(a: string, b: string): number {
  const left = a.slice(0, COMPARED_LENGTH).toLowerCase();
  const right = b.slice(0, COMPARED_LENGTH).toLowerCase();
  const longer = Math.max(left.length, right.length);
  return longer === 0 ? 1 : 1 - distance(left, right) / longer;
}

/** The names most like `name`, best first; equal scores in alphabetical order. */
export function findSimilarTools(name: string, names: Iterable<string>, limit = 3): string[] {
  const scored: { name: string; score: number }[] = [];
  for (const candidate of names) {
    if (!couldBeSimilar(name.length, candidate.length)) continue;
    const score = calculateSimilarity(name, candidate);
    if (score >= THRESHOLD) scored.push({ name: candidate, score });
  }
  scored.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  return scored.slice(0, limit).map((entry) => entry.name);
}

/** A difference in length alone can rule a name out, without comparing a letter. */
function couldBeSimilar(a: number, b: number): boolean {
  const shorter = Math.min(a, b, COMPARED_LENGTH);
  const longer = Math.min(Math.max(a, b), COMPARED_LENGTH);
  return shorter >= longer * THRESHOLD;
}
