import { distance } from 'fastest-levenshtein';

/** Names with a lower similarity are not suggested: they mislead more often than they help. */
const THRESHOLD = 0.4;
/** Names are cut to this length, because edit distance takes quadratic time. No legal tool name is longer. */
const COMPARED_LENGTH = 128;

/** 1 − edit distance / length of the longer name: 1 for equal names, 0 for no common letters. */
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

/** A large difference in length rules a name out before the edit distance is computed. */
function couldBeSimilar(a: number, b: number): boolean {
  const shorter = Math.min(a, b, COMPARED_LENGTH);
  const longer = Math.min(Math.max(a, b), COMPARED_LENGTH);
  return shorter >= longer * THRESHOLD;
}
