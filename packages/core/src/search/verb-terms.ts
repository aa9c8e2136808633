import { ACTION } from './actions/action.ts';
import type { RequestAction } from './actions/request-action.ts';
import { isVerbInContext } from './actions/verbs.ts';
import type { Lexicon, QueryTerm } from './query.ts';
import { stemWord } from './text/stem-word.ts';

/** A word that is a verb only in this context says little by itself: "file" in "file a bug" is not a file. */
const CONTEXT_VERB_WEIGHT = 0.3;
const USUAL_VERB_WEIGHT = 0.6;

const NONE: readonly string[] = [];

/** The verbs that tools of these actions usually have in their names. */
const USUAL_VERBS: readonly (readonly [number, readonly string[]])[] = [
  [ACTION.create, ['create', 'add']],
  [ACTION.change, ['update']],
  [ACTION.delete, ['delete', 'remove']],
  [ACTION.send, ['send', 'post']],
  [ACTION.read, ['get', 'read']],
  [ACTION.list, ['list']],
  [ACTION.find, ['search']],
  [ACTION.run, ['run']],
];

/**
 * A related word counts at most as much as the word that was said. In a catalog full of `create_…` the rarer "add" would
 * otherwise decide what "create an issue" finds.
 */
export function boundSynonyms(terms: readonly QueryTerm[], idfOf: (term: string) => number): readonly QueryTerm[] {
  // Only words with synonyms are looked up; 0 stands for a word that no tool contains.
  const own = new Map<string, number>();
  for (const { via, word } of terms) if (via === 'synonym') own.set(word, 0);
  if (own.size === 0) return terms;
  for (const { via, word, term } of terms) if (via === 'word' && own.has(word)) own.set(word, idfOf(term));
  return terms.map((term) => {
    const most = term.via === 'synonym' ? own.get(term.word) || undefined : undefined;
    const idf = most === undefined ? 0 : idfOf(term.term);
    return most === undefined || idf <= most ? term : { ...term, weight: (term.weight * most) / idf };
  });
}

/**
 * Replaces verbs that have their meaning from the context by the usual verbs of the same action. All of these count as much as the
 * most common one: whether a tool says "add" or "create" is chance.
 */
export function withVerbs(
  terms: readonly QueryTerm[],
  { actions, verbs }: RequestAction,
  lexicon: Lexicon,
  idfOf: (term: string) => number,
): readonly QueryTerm[] {
  const inContext = verbsInContext(verbs);
  if (inContext.length === 0) return terms;
  const word = inContext[0] as string;
  const usual = usualVerbs(actions)
    .map(stemWord)
    .filter((term) => lexicon.documentFrequency(term) > 0);
  const result = terms
    // Synonyms of the noun: a "file" that is a verb is no document.
    .filter(({ via, word }) => !(via === 'synonym' && inContext.includes(word)))
    .map((term) => (inContext.includes(term.word) ? { ...term, weight: term.weight * CONTEXT_VERB_WEIGHT } : term));
  const known = new Set(result.map(({ term }) => term));
  const common = Math.min(...usual.map(idfOf));
  for (const term of usual.filter((term) => !known.has(term)))
    result.push({ term, weight: (USUAL_VERB_WEIGHT * common) / Math.max(common, idfOf(term)), word, via: 'synonym' });
  return result;
}

/** The text with the usual verb in place of one that has its meaning from the context: "open a ticket" → "create a ticket". */
export function withUsualVerb(text: string, { actions, verbs }: RequestAction): string {
  const said = verbsInContext(verbs)[0];
  const [verb] = said === undefined ? [] : usualVerbs(actions);
  if (verb === undefined) return text;
  return text.replace(new RegExp(`\\b${said}\\b`, 'i'), verb);
}

function verbsInContext(verbs: ReadonlySet<string>): readonly string[] {
  let found: string[] | undefined;
  for (const verb of verbs) {
    if (!isVerbInContext(verb)) continue;
    found ??= [];
    found.push(verb);
  }
  return found ?? NONE;
}

function usualVerbs(actions: number): string[] {
  return USUAL_VERBS.flatMap(([action, verbs]) => ((actions & action) === 0 ? [] : verbs));
}
