import type { SourceStatus } from '../catalog/source.ts';
import { splitWords } from '../search/text/split-words.ts';
import { contentWords, termsOfName, termsOfText } from '../search/text/terms.ts';

/** Words of server names that say nothing about what the server is for. */
const COMMON_NAME_PARTS = new Set(
  termsOfName('mcp server api tool tools service app remote local dev prod my official'),
);
/** One common word of a description is a coincidence, two are not. */
const SHARED_WORDS = 2;
const MOST = 3;

/** The sources that a request is likely about, by their names and by what the configuration says about them. */
export function fittingSources(sources: readonly SourceStatus[], query: string): readonly SourceStatus[] {
  const wanted = new Set(contentWords(splitWords(query)).map(({ term }) => term));
  const byName = sources.filter(({ server }) => fitsName(server, wanted));
  const byText = sources.filter((source) => !byName.includes(source) && fitsText(source.about ?? '', wanted));
  return [...byName, ...byText].slice(0, MOST);
}

/** At least half of the name's words: "put it on my drive" fits `google-drive`. */
function fitsName(server: string, wanted: ReadonlySet<string>): boolean {
  const all = termsOfName(server);
  const telling = all.filter((term) => !COMMON_NAME_PARTS.has(term));
  const parts = telling.length > 0 ? telling : all;
  const shared = parts.filter((term) => wanted.has(term)).length;
  return shared > 0 && shared * 2 >= parts.length;
}

function fitsText(text: string, wanted: ReadonlySet<string>): boolean {
  const terms = new Set(termsOfText(text));
  const shared = [...wanted].filter((term) => terms.has(term)).length;
  return shared > 0 && shared >= Math.min(SHARED_WORDS, wanted.size);
}
