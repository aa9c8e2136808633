// node calibrate.mjs --catalogs DIR --sets DIR
// Fits packages/core/src/search/ranker/confidence-model.ts: the probability that the first hit is right. Run it after
// rank.mjs and a build. Half of the evidence are requests that no tool of the catalog fits: they were written for other servers.
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
    trees: { type: 'string', default: '60' },
    depth: { type: 'string', default: '3' },
    rate: { type: 'string', default: '0.15' },
    out: { type: 'string', default: join(root, 'packages/core/src/search/ranker/confidence-model.ts') },
  },
});
const WIDTH = CONFIDENCE_SIGNALS.length;
const MOST_OF_SET = 400;
const SET_WEIGHT = 0.7;
/** Requests of other servers are easier to tell than those that a server almost fits, and there are more of them. */
const FOREIGN_WEIGHT = 0.12;
const ABSENT_WEIGHT = 1;
const LANGUAGE_WEIGHT = 0.5;
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
  'lead',
  'leadOverFifth',
];
const FALLING = ['nameRest', 'harm', 'unknown'];
const monotone = CONFIDENCE_SIGNALS.map((signal) => (RISING.includes(signal) ? 1 : FALLING.includes(signal) ? -1 : 0));
const settings = { depth: Number(values.depth), monotone, leastHessian: 10, ridge: 10, rate: Number(values.rate) };
const vectors = await shippedTable();
const servers = readServers(values.catalogs);
const random = seededRandom(23);
const later = [];

const train = cases('train', await worldsOf('train', 3));
const development = cases('development', await worldsOf('development', 2));
const sets = readSets(values.sets).filter(({ name }) => PUBLIC_SETS.includes(name));
for (const set of sets) {
  const index = indexOf(set.tools, vectors);
  const own = shuffled(
    set.queries.filter(({ query }) => halfOf(query) === 'tune'),
    random,
  ).slice(0, MOST_OF_SET);
  for (const query of own) add(train, index, query, { weight: SET_WEIGHT, style: set.name });
}
console.error(`${train.length} requests to fit, ${development.length} of the development servers`);

const base = logOdds(mean(train, ({ right }) => right));
const rows = Float64Array.from(train.flatMap(({ row }) => [...row]));
const bins = binsOf(rows, WIDTH);
const columns = binned(rows, WIDTH, bins);
const odds = new Float64Array(train.length).fill(base);
const trees = [];
for (let round = 0; round < Number(values.trees); round++) {
  const gradients = train.map(({ right, weight }, i) => weight * (right - probability(odds[i])));
  const hessians = train.map(({ weight }, i) => weight * probability(odds[i]) * (1 - probability(odds[i])));
  const tree = growTree(columns, bins, gradients, hessians, settings);
  for (let r = 0; r < train.length; r++) odds[r] += tree.leaves[tree.leafOf(r)];
  trees.push(tree);
}
report('train', train);
report('development', development);
const perRank = fitGap(later);
console.log('per rank', perRank, 'later hits', later.length);
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
export const CONFIDENCE_DEPTH = ${settings.depth};
export const CONFIDENCE_BASE = ${base.toFixed(4)};
/** What a lower rank score takes from the log-odds of a later hit. */
export const CONFIDENCE_PER_RANK = ${perRank.toFixed(4)};
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
      if (request.relevant.length > 0)
        add(all, index, request, { weight: isLanguage(request) ? LANGUAGE_WEIGHT : 1, fits: split === 'train' });
    }
    const names = new Set(world.members.map(({ server }) => server));
    const foreign = shuffled(
      members.filter(({ server }) => !names.has(server)).flatMap(({ requests }) => requests),
      random,
    );
    for (const request of foreign.slice(0, world.requests.length)) {
      if (!isLanguage(request)) add(all, index, { ...request, foreign: true }, { weight: FOREIGN_WEIGHT });
    }
  }
  for (const { tools, requests } of members) {
    const absent = requests.filter(({ relevant }) => relevant.length === 0);
    if (absent.length === 0) continue;
    const index = indexOf(tools, vectors);
    for (const request of absent) add(all, index, request, { weight: ABSENT_WEIGHT });
  }
  return all;
}

function add(all, index, { query, relevant, style, foreign = false }, { weight, style: set, fits = false }) {
  const found = measured(index, query);
  if (!found || found.rows.length === 0) return;
  const { rows, tools, ranked } = found;
  if (foreign && relevant.some((id) => isTwin(id.slice(id.indexOf('/') + 1), tools[0].name))) return;
  const present = !foreign && relevant.length > 0;
  const right = present && relevant.includes(tools[0].id) ? 1 : 0;
  all.push({ row: confidenceRow(ranked, 0).slice(), right, present, weight, style: set ?? style });
  if (present && fits && weight === 1) {
    for (let at = 1; at < Math.min(10, rows.length); at++) {
      later.push({
        first: all.at(-1),
        gap: rows[0].rank - rows[at].rank,
        right: relevant.includes(tools[at].id) ? 1 : 0,
      });
    }
  }
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
  one.odds ??= trees.reduce((sum, tree) => sum + leafValue(tree, one.row), base);
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
  const absent = scored.filter(({ present }) => !present).map(score);
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
