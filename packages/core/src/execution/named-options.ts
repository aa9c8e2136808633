import { DefinitionError, shownValue } from '../catalog/definition-error.ts';
import { calculateSimilarity } from '../search/similarity.ts';

/** Whether a value can be used, and what to write instead. */
export type OptionCheck = readonly [is: (value: unknown) => boolean, write: string];

/** A name that is less alike is not what was meant. */
const TYPO = 0.6;

/** Throws a `DefinitionError` for an option that `owner` does not have, or whose value cannot be used. */
export function checkNamedOptions(owner: string, options: object, checks: Readonly<Record<string, OptionCheck>>): void {
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
    if (!check) {
      const meant = likelyName(key, Object.keys(checks));
      throw new DefinitionError(`${owner} has no option '${key.slice(0, 80)}'.${meant}`);
    }
    const [is, write] = check;
    if (!is(value)) throw new DefinitionError(`The option ${key} is ${shown(value)}; write ${write}.`);
  }
}

/** A text in single quotes, as in all messages. */
function shown(value: unknown): string {
  if (value instanceof Promise) return 'a promise';
  return typeof value === 'string' ? `'${value.slice(0, 80)}'` : shownValue(value);
}

function likelyName(key: string, names: readonly string[]): string {
  const likely = names.map((name) => ({ name, score: calculateSimilarity(key, name) }));
  const [best] = likely.sort((a, b) => b.score - a.score);
  return best && best.score >= TYPO ? ` Did you mean '${best.name}'?` : ' Remove it.';
}
