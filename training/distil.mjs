// npm run distil -- --catalogs DIR [--teacher gte-small,all-MiniLM-L6-v2] [--dimensions 256] [--out FILE]
// Makes distilled.fvt, where train.mjs starts. Build the repository first: this script uses the word splitting of the search engine.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { WordPieces } from '../packages/core/dist/search/meaning/word-pieces.js';
import { readCorpus } from './corpus.mjs';
import { fit } from './fit.mjs';
import { PieceList } from './piece-list.mjs';
import { meanOf, principalAxes, project } from './principal-axes.mjs';
import { writeTable } from './table-file.mjs';
import { lessons } from './teach.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { values } = parseArgs({
  options: {
    catalogs: { type: 'string', default: join(root, '..', 'shared', 'data', 'catalogs') },
    teacher: { type: 'string', default: 'gte-small,all-MiniLM-L6-v2' },
    dimensions: { type: 'string', default: '256' },
    epochs: { type: 'string', default: '7' },
    out: { type: 'string', default: join(root, 'training', 'distilled.fvt') },
  },
});
const dimensions = Number(values.dimensions);

const { texts, tools } = readCorpus(values.catalogs);
console.error(`${texts.length} texts, ${tools} of them about tools`);
const taught = [];
for (const model of values.teacher.split(',')) {
  taught.push(await lessons(model, texts, join(root, '.cache', 'training')));
}
const { vocabulary } = taught[0];
const width = taught.reduce((sum, lesson) => sum + lesson.width, 0);
const sentences = concatenated(taught.map((lesson) => ({ vectors: lesson.sentences, width: lesson.width })));
const pieceVectors = concatenated(taught.map((lesson) => ({ vectors: lesson.pieces, width: lesson.width })));

const mean = meanOf(sentences, width);
const axes = principalAxes(sentences, width, mean, dimensions);
const targets = project(sentences, width, mean, axes, { unit: true });
const starts = project(pieceVectors, width, mean, axes, { unit: false });

// Words only, because punctuation, control tokens and reserved rows carry no meaning.
const words = vocabulary.map((piece, id) => ({ piece, id })).filter(({ piece }) => /^(##)?[\p{L}\p{N}]+$/u.test(piece));
const rows = new Float32Array(words.length * dimensions);
words.forEach(({ id }, row) => {
  // The vocabulary is sorted by frequency, so a later piece is rarer and gets more weight.
  const weight = Math.log(1 + Math.max(1, id - 998)) / 8;
  for (let k = 0; k < dimensions; k++) rows[row * dimensions + k] = starts[id * dimensions + k] * weight;
});

const pieces = words.map(({ piece }) => piece);
fit(new WordPieces(new PieceList(pieces)), texts, rows, targets, dimensions, Number(values.epochs));
mkdirSync(dirname(values.out), { recursive: true });
console.error(`${values.out}: ${writeTable(values.out, pieces, rows, dimensions)} bytes`);

/** Concatenates the vectors of several teachers, so that a cosine is the mean of their cosines. */
function concatenated(parts) {
  if (parts.length === 1) return parts[0].vectors;
  const count = parts[0].vectors.length / parts[0].width;
  const joined = new Float32Array(parts.reduce((sum, part) => sum + part.vectors.length, 0));
  const total = joined.length / count;
  for (let r = 0; r < count; r++) {
    let at = r * total;
    for (const { vectors, width: part } of parts) {
      joined.set(vectors.subarray(r * part, (r + 1) * part), at);
      at += part;
    }
  }
  return joined;
}
