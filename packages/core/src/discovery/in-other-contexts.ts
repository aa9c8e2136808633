import { riskOf, type Tool } from '../catalog/tool.ts';
import { META_WORDS } from '../result/words.ts';
import { withEveryWord } from './every-word.ts';
import type { DiscoveryScope } from './visible-tools.ts';

const NAMED = 3;

/**
 * The tools of contexts that are not active, if they have every word of a search, and how to enter the context of the first.
 * Empty if there are none.
 */
export function inOtherContexts(
  { catalog, words = META_WORDS }: DiscoveryScope,
  elsewhere: readonly Tool[],
  query: string,
): string {
  const [first, ...others] = elsewhere.length === 0 ? [] : withEveryWord(elsewhere, query);
  if (!first) return '';
  const named = [first, ...others.slice(0, NAMED - 1)].map(
    (tool) => `'${catalog.addressOf(tool)}' in context ${tool.contexts.map((name) => `'${name}'`).join(' or ')}`,
  );
  const more = others.length >= NAMED ? ` and ${others.length + 1 - NAMED} more` : '';
  const enter = words.enterContext(first.contexts[0] ?? '', riskOf(first));
  return `In other contexts: ${named.join(', ')}${more}.${enter ? ` ${enter}.` : ''}`;
}
