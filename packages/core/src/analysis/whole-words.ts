import type { Tool } from '../catalog/tool.ts';
import { splitWords } from '../search/text/split-words.ts';
import { stemWord } from '../search/text/stem-word.ts';

/** Writes stems as words again: for each, the shortest word of the tools' texts with that stem. Other stems stay. */
export function wholeWords(tools: readonly Tool[]): (stems: readonly string[]) => string {
  const words = new Map<string, string>();
  for (const { name, description } of tools) {
    for (const word of splitWords(`${name} ${description}`)) {
      const stem = stemWord(word);
      const known = words.get(stem);
      if (known === undefined || word.length < known.length) words.set(stem, word);
    }
  }
  return (stems) => stems.map((stem) => words.get(stem) ?? stem).join(' ');
}
