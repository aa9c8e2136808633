import { patternMatcher } from './pattern-matcher.ts';

const LONGEST = 200;
/** `/issue.*comment/`, with or without flags. A path such as `/etc/hosts` has a slash inside. */
const WRITTEN_AS_PATTERN = /^\/((?:[^/\\\n]|\\.)+)\/[a-z]{0,3}$/;
const PATTERN_SIGNS = /[\\^$.*+?()[\]{}|]/;
/** `create_*`, `github/*issue*`: one word with a star. */
const WRITTEN_AS_GLOB = /^[^\s*]*(?:\*[^\s*]*)+$/;
const LETTERS = /[\p{L}\p{N}]/u;

/** A query that is written as a regular expression or as a glob, ready to be matched; undefined for any other query. */
export function patternQuery(query: string): PatternQuery | undefined {
  const text = query.trim();
  if (text.length > LONGEST || !LETTERS.test(text)) return undefined;
  const source = WRITTEN_AS_PATTERN.exec(text)?.[1];
  if (source !== undefined && PATTERN_SIGNS.test(source)) {
    const matches = patternMatcher(source);
    return matches && { matches, inTexts: true };
  }
  if (!WRITTEN_AS_GLOB.test(text)) return undefined;
  const matches = patternMatcher(`^${text.replace(/[^\p{L}\p{N}_*]/gu, '\\$&').replaceAll('*', '.*')}$`);
  return matches && { matches, inTexts: false };
}

export interface PatternQuery {
  readonly matches: (text: string) => boolean;
  /** A regular expression is also looked for in the descriptions; a glob has to match a whole name. */
  readonly inTexts: boolean;
}
