import { LONGEST_QUERY } from '../query.ts';
import { inEnglish, type Knows } from './in-english.ts';

/** A request as ranking reads it: in English. */
export interface RequestText {
  readonly text: string;
  /** Share of the content words that were understood. 1 for a request in English, whose words ranking judges by itself. */
  readonly understood: number;
}

export function requestText(query: string, knows: Knows): RequestText {
  const text = query.slice(0, LONGEST_QUERY);
  const english = inEnglish(text, knows);
  if (!english || english.text === '') return { text, understood: english && english.words > 0 ? 0 : 1 };
  return { text: english.text, understood: english.known / english.words };
}
