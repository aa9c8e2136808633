// node lexicon.mjs --catalogs DIR [--servers 3] [--sigma 4]
// Prints candidates for search/words/field-lexicon.ts: words of requests that occur with a word of the right tool's name more often than
// the server's share of such tools explains, on several servers. Only pairs of train servers are read.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CapturedSource } from '../bench/dist/captured-source.js';
import { readCatalogs } from '../bench/dist/catalogs.js';
import { splitWords } from '../packages/core/dist/search/text/split-words.js';
import { stemWord, wordOfStem } from '../packages/core/dist/search/text/stem-word.js';
import { contentWords } from '../packages/core/dist/search/text/terms.js';

const STYLES = new Set(['said', 'search', 'short', 'indirect', 'detail']);
const SMOOTHING = 0.3;

const { values } = parseArgs({
  options: {
    catalogs: { type: 'string', default: join(import.meta.dirname, '..', '..', 'shared', 'data', 'catalogs') },
    servers: { type: 'string', default: '3' },
    sigma: { type: 'string', default: '4' },
  },
});

const found = new Map();
for (const pairs of pairsByServer(values.catalogs)) {
  const shares = new Map();
  for (const { named } of pairs) for (const word of named) shares.set(word, (shares.get(word) ?? 0) + 1 / pairs.length);
  for (const { asked, named } of pairs) {
    for (const word of asked) {
      for (const [other, share] of shares) note(word, other, named.has(other), share, pairs);
    }
  }
}

const candidates = [...found.values()]
  .map((each) => ({ ...each, sigma: (each.seen - each.expected) / Math.sqrt(each.expected + SMOOTHING) }))
  .filter(
    ({ sigma, servers, seen }) => sigma >= Number(values.sigma) && servers.size >= Number(values.servers) && seen > 3,
  )
  .sort((a, b) => b.sigma - a.sigma);
for (const { word, other, seen, asked, sigma } of candidates) {
  const weight = Math.sqrt(seen / asked).toFixed(1);
  console.log(`${wordOfStem(word)}: ${wordOfStem(other)} ${weight}\t(${seen} of ${asked}, sigma ${sigma.toFixed(1)})`);
}

function* pairsByServer(catalogs) {
  const places = JSON.parse(readFileSync(join(import.meta.dirname, 'split.json'), 'utf8'));
  for (const catalog of readCatalogs(catalogs)) {
    const file = join(import.meta.dirname, 'pairs', `${catalog.name}.tsv`);
    if (places[catalog.name]?.split !== 'train' || !existsSync(file)) continue;
    const names = new Set(new CapturedSource(catalog).tools().map(({ name }) => name));
    yield readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.split('\t'))
      .filter(([style, tools]) => STYLES.has(style) && names.has(tools.split(',')[0]))
      .map(([, tools, request]) => ({
        asked: new Set(contentWords(splitWords(request)).map(({ term }) => term)),
        named: new Set(splitWords(tools.split(',')[0]).map(stemWord)),
      }));
  }
}

function note(word, other, isSeen, share, server) {
  if (word === other) return;
  const key = `${word} ${other}`;
  const each = found.get(key) ?? { word, other, seen: 0, asked: 0, expected: 0, servers: new Set() };
  found.set(key, each);
  each.asked++;
  each.expected += share;
  if (!isSeen) return;
  each.seen++;
  each.servers.add(server);
}
