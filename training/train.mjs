// npm run train -- --catalogs DIR [--out FILE]
// Makes packages/core/models/words.fvt from distilled.fvt and the pairs of train servers. Build the repository first: this script
// embeds requests and tools with the code of the search engine. The same input gives the same bytes.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { WordPieces } from '../packages/core/dist/search/meaning/word-pieces.js';
import { contrast } from './contrast.mjs';
import { readExamples } from './examples.mjs';
import { PieceList } from './piece-list.mjs';
import { readTable, writeTable } from './table-file.mjs';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    catalogs: { type: 'string', default: join(root, '..', 'shared', 'data', 'catalogs') },
    start: { type: 'string', default: join(root, 'training', 'distilled.fvt') },
    out: { type: 'string', default: join(root, 'packages', 'core', 'models', 'words.fvt') },
  },
});

const { vocabulary, rows, dimensions } = readTable(values.start);
const { tools, requests } = readExamples(values.catalogs, new WordPieces(new PieceList(vocabulary)));
console.error(`${requests.length} requests for ${tools.length} tools of train servers`);
contrast(rows, dimensions, tools, requests);
console.error(`${values.out}: ${writeTable(values.out, vocabulary, rows, dimensions)} bytes`);
