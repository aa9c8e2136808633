import { definitionHash } from '../catalog/content-hash.ts';
import { upstreamTool } from '../catalog/overlay.ts';
import { QuickHash } from '../catalog/quick-hash.ts';
import type { Tool } from '../catalog/tool.ts';

/** Texts that search reads of a tool beside its definition, such as likely requests. */
export interface ExtraWords {
  /** Changes with the texts: part of the cache key of a saved index. */
  readonly key: string;
  /** Empty for a tool without such texts. */
  of(tool: Tool): string;
}

export const NO_EXTRA_WORDS: ExtraWords = { key: '', of: () => '' };

/** Texts by the hash of the definition that they were written for: a tool that changes loses them. */
export function extraWordsByDefinition(texts: ReadonlyMap<string, readonly string[]>): ExtraWords {
  if (texts.size === 0) return NO_EXTRA_WORDS;
  const hash = new QuickHash();
  for (const [definition, lines] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.add(definition);
    for (const line of lines) hash.add(line);
    hash.add('');
  }
  return { key: hash.value, of: (tool) => texts.get(definitionHash(upstreamTool(tool)))?.join(' . ') ?? '' };
}
