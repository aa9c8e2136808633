// node calibrate.mjs --sets DIR [--basis lexical|meaning|model]
// Fits the weights in packages/core/src/search/calibration.ts on the tuning halves: logistic regression of whether a hit
// is right, and the log-odds that a tool gains when the request names it.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { halfOf, readSets } from '../bench/dist/retrieval/sets.js';
import { SearchEngine } from '../packages/core/dist/index.js';
import { cachedEmbedder, loadVectorTable, localModelEmbedder } from '../packages/core/dist/node.js';

const root = new URL('../', import.meta.url).pathname;
const { values } = parseArgs({
  options: {
    sets: { type: 'string', default: join(root, '..', 'shared', 'data', 'retrieval') },
    basis: { type: 'string', default: 'meaning' },
  },
});
const FEATURES = ['fused', 'likeness', 'lead'];
const ROUNDS = 30;
/** Queries of other sets serve as requests that no tool fits. Without such queries, scores would be too high. */
const FOREIGN_WEIGHT = 0.2;
const FOREIGN_STEP = 25;

const model = values.basis === 'model' ? localModelEmbedder() : undefined;
const options = {
  ...(values.basis === 'lexical' ? {} : { vectors: await loadVectorTable() }),
  ...(model ? { embedder: cachedEmbedder(model, join(root, '.cache', 'model-vectors')) } : {}),
};
const rows = [];
const namedRows = [];
const sets = readSets(values.sets);
for (const set of sets) {
  const foreign = sets.flatMap((other) =>
    sameTools(other, set) ? [] : other.queries.filter((_, i) => i % FOREIGN_STEP === 0),
  );
  rows.push(...(await judgedHits(set, set.queries, 1)));
  rows.push(
    ...(await judgedHits(
      set,
      foreign.map((query) => ({ ...query, relevant: [] })),
      FOREIGN_WEIGHT,
    )),
  );
}
await model?.close();
const weights = logisticRegression(rows);
console.log(Object.fromEntries(['base', ...FEATURES].map((name, i) => [name, Number(weights[i].toFixed(2))])));
for (const naming of ['written', 'said', 'words']) {
  const own = namedRows.filter((row) => row.naming === naming);
  console.log(naming, { added: Number(addedOdds(own, weights).toFixed(2)), hits: own.length });
}

function sameTools(a, b) {
  return a.tools[0]?.id === b.tools[0]?.id;
}

async function judgedHits(set, queries, share) {
  const engine = new SearchEngine(options);
  for (const tool of set.tools) engine.upsert(tool);
  await engine.prepareModel();
  const judged = [];
  for (const query of queries) {
    if (halfOf(query.query) !== 'tune') continue;
    const { hits } = await engine.searchWithModel(query.query, { explain: true, patienceMs: 60_000 });
    for (const { tool, explanation } of hits) {
      if (!explanation?.evidence) continue;
      const { naming } = explanation.evidence;
      const right = query.relevant.includes(tool.id) ? 1 : 0;
      const row = { features: [1, ...FEATURES.map((name) => explanation.evidence[name])], right };
      if (!naming) judged.push(row);
      // Left out: names that several tools share, and foreign queries, which name a tool only by chance.
      else if (share === 1 && hits.filter((hit) => hit.tool.name === tool.name).length === 1)
        namedRows.push({ ...row, naming });
    }
  }
  return judged.map((row) => ({ ...row, weight: share }));
}

/** Logistic regression by Newton's method. */
function logisticRegression(rows) {
  const size = FEATURES.length + 1;
  const weights = new Array(size).fill(0);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = new Array(size).fill(0);
    const hessian = Array.from({ length: size }, (_, i) => weights.map((_, j) => (i === j ? 1e-6 : 0)));
    for (const { features, right, weight } of rows) {
      const guess = 1 / (1 + Math.exp(-features.reduce((sum, x, i) => sum + x * weights[i], 0)));
      for (let i = 0; i < size; i++) {
        gradient[i] += weight * (right - guess) * features[i];
        for (let j = 0; j < size; j++) hessian[i][j] += weight * guess * (1 - guess) * features[i] * features[j];
      }
    }
    solve(hessian, gradient).forEach((step, i) => {
      weights[i] += step;
    });
  }
  return weights;
}

/** The constant that must be added to the log-odds of named tools so that their mean score equals the share of right hits. */
function addedOdds(rows, weights) {
  let added = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let slope = 0;
    let curve = 1e-6;
    for (const { features, right } of rows) {
      const guess = 1 / (1 + Math.exp(-added - features.reduce((sum, x, i) => sum + x * weights[i], 0)));
      slope += right - guess;
      curve += guess * (1 - guess);
    }
    added += Math.max(-1, Math.min(1, slope / curve));
  }
  return added;
}

function solve(matrix, right) {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let i = 0; i < rows.length; i++) {
    const pivot = rows.slice(i).reduce((best, row) => (Math.abs(row[i]) > Math.abs(best[i]) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(i, 0, pivot);
    for (const row of rows) {
      if (row === pivot) continue;
      const factor = row[i] / pivot[i];
      for (let j = i; j < row.length; j++) row[j] -= factor * pivot[j];
    }
  }
  return rows.map((row, i) => row.at(-1) / row[i]);
}
