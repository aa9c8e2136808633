import { type CatalogReader, estimateTokens } from '@foldout/core';
import { missingSources, saidByServers, shortInstructions, stateText, taxonomyOf } from '@foldout/core/internal';

/** Below the bound of 120 tokens, because the estimate can be off by a few percent. */
const MAX_TOKENS = 105;
/** The part of it that missing servers may take. */
const MISSING_TOKENS = 45;
/** The part of it that categories leave to what servers say of themselves. What categories do not need is added. */
const SAID_TOKENS = 40;
/** Characters of what each server says: the longest form with which every server fits. */
const SAID_CHARS = [400, 200, 120, 80];

/**
 * Instructions for the model: the list is partial, how to reach the other tools, which categories they are in, the
 * largest first, which servers are not loaded yet, and what servers say of their tools. Some clients show only the first 150 characters, so what to do comes first.
 */
export function instructionsFor(catalog: CatalogReader, howTo: string): string {
  return withCategories(catalog, `More tools exist than are listed. ${howTo}`);
}

/** Instructions for a client that has the whole list and searches it by itself. */
export function wholeListInstructions(catalog: CatalogReader): string {
  return withCategories(catalog, 'If you do not see a tool of this server, search for it.');
}

function withCategories(catalog: CatalogReader, lead: string): string {
  const { categories } = taxonomyOf(catalog);
  const missing = notLoadedText(catalog);
  const total = [...categories.values()].reduce((sum, count) => sum + count, 0);
  const write = (names: readonly string[]): string => {
    const rest = categories.size - names.length;
    const listed = names.length > 0 ? ` in ${names.join(', ')}${rest > 0 ? ` and ${rest} more categories` : ''}` : '';
    // While every server is still unknown, a count of 0 would tell the model not to search.
    const counted = total === 0 && missing !== '' ? '' : ` There are ${total} commands${listed}.`;
    return `${lead}${counted}${missing && ` ${missing}`}`;
  };
  const bound = MAX_TOKENS - (saidByServers(catalog).size > 0 ? SAID_TOKENS : 0);
  const shown: string[] = [];
  for (const [category, count] of categories) {
    const next = `${category.replace(/\s+/g, ' ').slice(0, 40)} (${count})`;
    if (estimateTokens(write([...shown, next])) > bound) break;
    shown.push(next);
  }
  return withWordsOfServers(catalog, write(shown));
}

/**
 * Adds the short form of the servers' instructions, as far as the bound allows. All of them come with `afd-detail`.
 * Empty if there is nothing to say.
 */
export function withWordsOfServers(catalog: CatalogReader, text: string): string {
  const said = [...saidByServers(catalog)];
  const write = (parts: readonly string[]): string => [...(text ? [text] : []), ...parts].join(' ');
  const fits = (parts: readonly string[]): boolean => estimateTokens(write(parts)) <= MAX_TOKENS;
  const quote = (max: number) =>
    said.map(([server, words]) => `${server} says: "${shortInstructions(words, max).replaceAll('"', "'")}"`);
  const whole = SAID_CHARS.map(quote).find(fits);
  if (whole) return write(whole);
  const shown: string[] = [];
  for (const one of quote(SAID_CHARS.at(-1) ?? 0)) {
    if (!fits([...shown, one])) break;
    shown.push(one);
  }
  return write(shown);
}

/**
 * The servers whose tools are not known, in the longest form that fits: each with its state, or only those with a problem, or
 * only their number. Empty if no server is missing.
 */
export function notLoadedText(catalog: CatalogReader): string {
  const missing = missingSources(catalog);
  if (missing.length === 0) return '';
  const starting = missing.filter(({ state }) => state === 'starting').map(({ server }) => server);
  const problems = missing.filter(({ state }) => state !== 'starting');
  const inFull = problems.map((source) => `${source.server} (${stateText(source)})`);
  const inShort = problems.map(({ server, state }) => `${server} (${state})`);
  const named = starting.length > 0 ? [`${starting.join(', ')} (starting)`] : [];
  const counted = starting.length > 0 ? [`${starting.length} starting`] : [];
  const texts = [
    [...inFull, ...named],
    [...inShort, ...named],
    [...inShort, ...counted],
    [`${missing.length} of ${catalog.sources().length} servers`],
  ].map((parts) => `Not loaded yet: ${parts.join('; ')}.`);
  return texts.find((text) => estimateTokens(text) <= MISSING_TOKENS) ?? texts.at(-1) ?? '';
}
