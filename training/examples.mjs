// The requests of train servers and their tools, as the search engine embeds them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CapturedSource } from '../bench/dist/captured-source.js';
import { readCatalogs } from '../bench/dist/catalogs.js';
import { inEnglish } from '../packages/core/dist/search/languages/in-english.js';
import { meaningText } from '../packages/core/dist/search/meaning/meaning-text.js';
import { textOfTool } from '../packages/core/dist/search/tool-text.js';

const HERE = import.meta.dirname;

/** Tools and requests of one split, by the word pieces of a vector table. `left`: the catalogs to leave out. */
export function readExamples(catalogs, pieces, { split = 'train', left = () => false } = {}) {
  const places = JSON.parse(readFileSync(join(HERE, 'split.json'), 'utf8'));
  const tools = [];
  const requests = [];
  for (const catalog of readCatalogs(catalogs)) {
    const place = places[catalog.name];
    if (place?.split !== split || left(catalog.name)) continue;
    const byName = new Map();
    for (const tool of new CapturedSource({ ...catalog, name: place.server }).tools()) {
      byName.set(tool.name, tools.length);
      tools.push({ words: pieces.encode(meaningText(textOfTool(tool))), server: catalog.name });
    }
    const file = join(HERE, 'pairs', `${catalog.name}.tsv`);
    if (existsSync(file)) requests.push(...requestsIn(file, byName, pieces));
  }
  return { tools, requests };
}

function requestsIn(file, byName, pieces) {
  const requests = [];
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [style, names, text] = line.split('\t');
    if (!text || names === '-') continue;
    const right = names
      .split(',')
      .map((name) => byName.get(name))
      .filter((tool) => tool !== undefined);
    const words = pieces.encode(inEnglish(text, () => false)?.text || text);
    if (right.length > 0 && words.length > 0) requests.push({ style, words, right });
  }
  return requests;
}
