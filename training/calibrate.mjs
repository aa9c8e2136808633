// node calibrate.mjs --catalogs DIR --sets DIR
// Fits packages/core/src/search/ranker/confidence-model.ts: the probability that the first hit is right. Run it after
// rank.mjs and a build. Half of the evidence are requests that no tool of the catalog fits: they were written for other servers.
//
// The model is the sum of two. One tells right first hits from wrong ones; alone, it would tell requests that nothing fits badly from
// those with several likely answers. The other tells requests with an answer from those without one. The sum is scaled until it is the
// probability that the first hit is right where a request has an answer (Platt scaling).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { areaUnderCurve } from '../bench/dist/retrieval/metrics.js';
import { halfOf, readSets } from '../bench/dist/retrieval/sets.js';
import { CONFIDENCE_SIGNALS, confidenceRow } from '../packages/core/dist/search/ranker/confidence.js';
import { binned, binsOf, growTree, treesText } from './boosting.mjs';
import { indexOf, isTwin, measured } from './measured.mjs';
import { seededRandom, shuffled } from './random.mjs';
import { PUBLIC_SETS, shippedTable, trainWorlds } from './ranking-groups.mjs';
import { makeWorlds, readServers } from './worlds.mjs';

const root = new URL('../', import.meta.url).pathname;
const { values } = parseArgs({
  options: {
    catalogs: { type: 'string', default: join(root, '..', 'shared', 'data', 'catalogs') },
    sets: { type: 'string', default: join(root, '..', 'shared', 'data', 'retrieval') },
    out: { type: 'string', default: join(root, 'packages/core/src/search/ranker/confidence-model.ts') },
  },
});
const WIDTH = CONFIDENCE_SIGNALS.length;
const MOST_OF_SET = 400;
/** Weights by kind of evidence, for telling right hits and for telling requests with an answer. */
const WEIGHTS = {
  own: { right: 1, present: 1 },
  language: { right: 0.5, present: 0.5 },
  set: { right: 3, present: 0.3 },
  /** Requests of other servers are easier to tell than those that a server almost fits, and there are more of them. */
  foreign: { right: 0.12, present: 0.5 },
  /** Written to fit nothing of their server, and asked there, */
  absent: { right: 1, present: 1 },
  /** or asked in a catalog that has other servers too, as the requests with an answer are; some of those may fit. */
  absentAmongOthers: { right: 0, present: 0.5 },
};
/** How much the second model counts. More tells absent requests better and right hits worse. */
const PRESENT_SHARE = 2;
const SETTINGS = { depth: 3, leastHessian: 10, ridge: 10, rate: 0.15 };
const TREES = { right: 40, present: 30 };
const RISING = [
  'lexicalShare',
  'similarity',
  'similarityGap',
  'coverage',
  'nameCoverage',
  'textCoverage',
  'coverageGap',
  'nameGap',
  'nameFill',
  'action',
  'app',
  'naming',
  'shared',
  'objectCoverage',
  'lead',
  'leadOverFifth',
];
const FALLING = ['nameRest', 'harm', 'unknown'];
const monotone = CONFIDENCE_SIGNALS.map((signal) => (RISING.includes(signal) ? 1 : FALLING.includes(signal) ? -1 : 0));
const vectors = await shippedTable();
const servers = readServers(values.catalogs);
const random = seededRandom(23);

const train = cases('train', await worldsOf('train', 3));
const development = cases('development', await worldsOf('development', 2));
const sets = readSets(values.sets).filter(({ name }) => PUBLIC_SETS.includes(name));
for (const set of sets) {
  const index = indexOf(set.tools, vectors);
  const own = shuffled(
    set.queries.filter(({ query }) => halfOf(query) === 'tune'),
    random,
  ).slice(0, MOST_OF_SET);
  for (const query of own) add(train, index, { ...query, style: set.name }, 'set');
}
console.error(`${train.length} requests to fit, ${development.length} of the development servers`);

const right = grown(train, 'right', ({ right }) => right);
const present = grown(train, 'present', ({ present }) => (present ? 1 : 0));
const { base, trees } = scaled(train, [right, { ...present, share: PRESENT_SHARE }]);
report('train', train);
report('development', development);
const perRank = fitGap(train.flatMap((first) => (first.later ?? []).map((hit) => ({ first, ...hit }))));
console.log('per rank', perRank);
const used = CONFIDENCE_SIGNALS.map((signal, at) => [
  signal,
  trees.flatMap(({ signals, thresholds }) => signals.filter((one, n) => one === at && Number.isFinite(thresholds[n])))
    .length,
]);
console.log(
  used
    .sort((a, b) => b[1] - a[1])
    .map(([signal, count]) => `${signal} ${count}`)
    .join(', '),
);
const text = treesText(trees);
writeFileSync(
  values.out,
  `/** Made by \`training/calibrate.mjs\`. One tree a line; \`parseTrees\` reads it. */
export const CONFIDENCE_DEPTH = ${SETTINGS.depth};
export const CONFIDENCE_BASE = ${Number(base.toFixed(4))};
/** What a lower rank score takes from the log-odds of a later hit. */
export const CONFIDENCE_PER_RANK = ${Number(perRank.toFixed(4))};
export const CONFIDENCE_TREES = \`
${text}
\`;
`,
);
console.error(`${values.out}: ${text.length} bytes`);

/** Train worlds have vectors that were trained without the servers that are asked for. */
async function worldsOf(split, rounds) {
  const members = servers.filter((one) => one.split === split);
  if (split === 'train') return trainWorlds(members, { rounds, most: 250, random });
  return makeWorlds(members, { rounds, most: 250, random }).map((world) => ({ ...world, vectors }));
}

/** Requests with an answer, requests of servers that are not in the catalog, and those that were written to fit nothing. */
function cases(split, worlds) {
  const all = [];
  const members = servers.filter((one) => one.split === split);
  for (const [at, world] of worlds.entries()) {
    const index = indexOf(world.tools, at % 4 === 3 && split === 'train' ? undefined : world.vectors);
    for (const request of world.requests) {
      if (request.relevant.length > 0) add(all, index, request, isLanguage(request) ? 'language' : 'own');
    }
    const names = new Set(world.members.map(({ server }) => server));
    const foreign = shuffled(
      members.filter(({ server }) => !names.has(server)).flatMap(({ requests }) => requests),
      random,
    );
    for (const request of foreign.slice(0, world.requests.length)) {
      if (!isLanguage(request)) add(all, index, request, 'foreign');
    }
    for (const { requests } of world.members)
      for (const request of requests.filter(isAbsent)) add(all, index, request, 'absentAmongOthers');
  }
  for (const { tools, requests } of members) {
    const absent = requests.filter(isAbsent);
    if (absent.length === 0) continue;
    const index = indexOf(tools, vectors);
    for (const request of absent) add(all, index, request, 'absent');
  }
  return all;
}

function add(all, index, { query, relevant, style }, kind) {
  const found = measured(index, query);
  if (!found || found.rows.length === 0) return;
  const { tools, ranked } = found;
  const foreign = kind === 'foreign';
  if (foreign && relevant.some((id) => isTwin(id.slice(id.indexOf('/') + 1), tools[0].name))) return;
  const present = !foreign && relevant.length > 0;
  const right = present && relevant.includes(tools[0].id) ? 1 : 0;
  const one = { row: confidenceRow(ranked, 0).slice(), right, present, kind, weight: WEIGHTS[kind].right, style };
  if (kind === 'own') one.later = laterHits(found, relevant);
  all.push(one);
}

function laterHits({ rows, tools }, relevant) {
  return rows
    .slice(1, 10)
    .map(({ rank }, i) => ({ gap: rows[0].rank - rank, right: relevant.includes(tools[i + 1].id) ? 1 : 0 }));
}

/** Trees that estimate the log-odds of a label. `model`: whose weights count. */
function grown(all, model, label) {
  const cases = all.filter(({ kind }) => WEIGHTS[kind][model] > 0);
  const weights = cases.map(({ kind }) => WEIGHTS[kind][model]);
  const labels = cases.map(label);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const base = logOdds(weights.reduce((sum, weight, i) => sum + weight * labels[i], 0) / total);
  const rows = Float64Array.from(cases.flatMap(({ row }) => [...row]));
  const bins = binsOf(rows, WIDTH);
  const columns = binned(rows, WIDTH, bins);
  const odds = new Float64Array(cases.length).fill(base);
  const trees = [];
  for (let round = 0; round < TREES[model]; round++) {
    const gradients = odds.map((odd, i) => weights[i] * (labels[i] - probability(odd)));
    const hessians = odds.map((odd, i) => weights[i] * probability(odd) * (1 - probability(odd)));
    const tree = growTree(columns, bins, gradients, hessians, { ...SETTINGS, monotone });
    for (let r = 0; r < cases.length; r++) odds[r] += tree.leaves[tree.leafOf(r)];
    trees.push(tree);
  }
  return { base, trees, share: 1 };
}

/**
 * One model whose log-odds are the weighted sum of several, scaled and shifted to fit the right hits (Newton's method). Requests
 * without an answer have no say: how many of them there are is chance, and they would lower the scores of all right hits.
 */
function scaled(all, models) {
  const cases = all.filter(({ weight, present }) => weight > 0 && present);
  const sums = cases.map(({ row }) =>
    models.reduce((sum, { base, trees, share }) => sum + share * treeSum(base, trees, row), 0),
  );
  let factor = 0.5;
  let shift = 0;
  for (let step = 0; step < 50; step++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-6, 0, 1e-6];
    for (const [i, { right, weight }] of cases.entries()) {
      const guess = probability(factor * sums[i] + shift);
      const curve = weight * guess * (1 - guess);
      g0 += weight * (right - guess) * sums[i];
      g1 += weight * (right - guess);
      h00 += curve * sums[i] * sums[i];
      h01 += curve * sums[i];
      h11 += curve;
    }
    const determinant = h00 * h11 - h01 * h01;
    factor += (h11 * g0 - h01 * g1) / determinant;
    shift += (h00 * g1 - h01 * g0) / determinant;
  }
  return {
    base: shift + models.reduce((sum, { base, share }) => sum + factor * share * base, 0),
    trees: models.flatMap(({ trees, share }) =>
      trees.map((tree) => ({
        ...tree,
        leaves: tree.leaves.map((leaf) => Number((factor * share * leaf).toFixed(4))),
      })),
    ),
  };
}

function treeSum(base, trees, row) {
  return trees.reduce((sum, tree) => sum + leafValue(tree, row), base);
}

function isAbsent({ relevant }) {
  return relevant.length === 0;
}

function isLanguage({ style }) {
  return /^[a-z]{2}$/.test(style ?? '');
}

/** The slope of the log-odds of later hits in the distance of their rank scores, by Newton's method. */
function fitGap(hits) {
  let slope = 1;
  for (let step = 0; step < 30; step++) {
    let gradient = 0;
    let hessian = 1e-6;
    for (const { first, gap, right } of hits) {
      const guess = probability(oddsOf(first) - slope * gap);
      gradient += -gap * (right - guess);
      hessian += gap * gap * guess * (1 - guess);
    }
    slope += Math.max(-0.5, Math.min(0.5, gradient / hessian));
  }
  return Math.max(0.2, slope);
}

function oddsOf(one) {
  one.odds ??= treeSum(base, trees, one.row);
  return one.odds;
}

function leafValue({ signals, thresholds, leaves }, row) {
  let node = 0;
  while (node < signals.length) node = 2 * node + (row[signals[node]] > thresholds[node] ? 2 : 1);
  return leaves[node - signals.length];
}

function report(name, all) {
  const scored = all.map((one) => ({ ...one, score: probability(oddsOf(one)) }));
  const score = (one) => one.score;
  const absent = scored.filter(({ kind }) => kind === 'absentAmongOthers' || kind === 'foreign').map(score);
  const auc = (present) => areaUnderCurve(present.map(score), absent).toFixed(3);
  const searches = scored.filter(({ present, style }) => present && style === 'search');
  const others = scored.filter(({ present, style }) => present && style !== 'search');
  const loss = mean(scored, ({ right, score }) => -Math.log(Math.max(1e-9, right ? score : 1 - score)));
  console.log(
    `${name}: loss ${loss.toFixed(4)}, AUC searches ${auc(searches)}, others ${auc(others)}, absent below .3 ${(absent.filter((one) => one < 0.3).length / absent.length).toFixed(3)}`,
  );
  for (let bin = 0; bin < 10; bin++) {
    const inside = scored.filter(({ score }) => Math.min(9, Math.floor(score * 10)) === bin);
    if (inside.length > 0)
      console.log(
        `  ${bin / 10}: ${inside.length} hits, score ${mean(inside, score).toFixed(2)}, right ${mean(inside, ({ right }) => right).toFixed(2)}`,
      );
  }
}

function mean(all, value) {
  const total = all.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return all.reduce((sum, one) => sum + (one.weight ?? 1) * value(one), 0) / Math.max(1e-9, total);
}

function probability(odd) {
  return 1 / (1 + Math.exp(-odd));
}

function logOdds(share) {
  return Math.log(share / (1 - share));
}
