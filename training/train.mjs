// npm run train -- --catalogs DIR [--out FILE]
// Makes packages/core/models/words.fvt from distilled.fvt and the pairs of train servers. Build the repository first: this script
// embeds requests and tools with the code of the search engine. The same input gives the same bytes.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { WordPieces } from '../packages/core/dist/search/meaning/word-pieces.js';
import { contrast } from './contrast.mjs';
import { readExamples } from './examples.mjs';
import { foldsOf, foldTable } from './folds.mjs';
import { PieceList } from './piece-list.mjs';
import { readTable, writeTable } from './table-file.mjs';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    catalogs: { type: 'string', default: join(root, '..', 'shared', 'data', 'catalogs') },
    start: { type: 'string', default: join(root, 'training', 'distilled.fvt') },
    out: { type: 'string' },
    /** Trains without a third of the train servers, for cross-validation: see folds.mjs. */
    'without-fold': { type: 'string' },
  },
});
const fold = values['without-fold'];
const out =
  values.out ?? (fold === undefined ? join(root, 'packages', 'core', 'models', 'words.fvt') : foldTable(Number(fold)));
const folds = foldsOf();
const left = (catalog) => fold !== undefined && folds.get(catalog) === Number(fold);

const { vocabulary, rows, dimensions } = readTable(values.start);
const { tools, requests } = readExamples(values.catalogs, new WordPieces(new PieceList(vocabulary)), { left });
console.error(`${requests.length} requests for ${tools.length} tools of train servers`);
contrast(rows, dimensions, tools, requests);
mkdirSync(dirname(out), { recursive: true });
console.error(`${out}: ${writeTable(out, vocabulary, rows, dimensions)} bytes`);
