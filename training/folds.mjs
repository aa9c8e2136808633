// The train servers in a few parts of about the same number of requests. What was trained without a part shows what unseen
// servers get; `rank.mjs` and `calibrate.mjs` measure each part with the vectors that were trained without it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;
export const FOLDS = 3;

/** The vectors of `train.mjs --without-fold`. */
export function foldTable(fold) {
  return join(HERE, '..', '.cache', 'training', `words-without-${fold}.fvt`);
}

/** Fold by catalog, for all catalogs of the train split. Two catalogs of one product are in the same fold. */
export function foldsOf(split = JSON.parse(readFileSync(join(HERE, 'split.json'), 'utf8'))) {
  const products = new Map();
  for (const [catalog, place] of Object.entries(split)) {
    if (place.split !== 'train') continue;
    const product = products.get(place.server) ?? { catalogs: [], requests: 0 };
    products.set(place.server, product);
    product.catalogs.push(catalog);
    product.requests += requestsOf(catalog);
  }
  const filled = new Array(FOLDS).fill(0);
  const folds = new Map();
  const largestFirst = [...products].sort(([a, one], [b, other]) => other.requests - one.requests || (a < b ? -1 : 1));
  for (const [, { catalogs, requests }] of largestFirst) {
    const fold = filled.indexOf(Math.min(...filled));
    filled[fold] += requests;
    for (const catalog of catalogs) folds.set(catalog, fold);
  }
  return folds;
}

function requestsOf(catalog) {
  const file = join(HERE, 'pairs', `${catalog}.tsv`);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length : 0;
}
