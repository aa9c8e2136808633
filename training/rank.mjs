// node rank.mjs --catalogs DIR --sets DIR
// Trains the trees in packages/core/src/search/ranker/ranking-model.ts (LambdaMART) on the train servers of split.json and
// on the tuning halves of the public query sets, and prints what the development servers say. Build the repository first.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { halfOf, readSets } from '../bench/dist/retrieval/sets.js';
import { loadVectorTable } from '../packages/core/dist/node.js';
import { FUSED_WEIGHT } from '../packages/core/dist/search/ranker/rerank.js';
import { SIGNALS } from '../packages/core/dist/search/ranker/signal-list.js';
import { binned, binsOf, growTree, treesText } from './boosting.mjs';
import { groupOf, indexOf } from './measured.mjs';
import { seededRandom, shuffled } from './random.mjs';
import { makeWorlds, readServers } from './worlds.mjs';

const root = new URL('../', import.meta.url).pathname;
const { values } = parseArgs({
  options: {
    catalogs: { type: 'string', default: join(root, '..', 'shared', 'data', 'catalogs') },
    sets: { type: 'string', default: join(root, '..', 'shared', 'data', 'retrieval') },
    trees: { type: 'string', default: '90' },
    depth: { type: 'string', default: '4' },
    rate: { type: 'string', default: '0.1' },
    without: { type: 'string', default: '' },
    folds: { type: 'string', default: '0' },
    out: { type: 'string', default: join(root, 'packages/core/src/search/ranker/ranking-model.ts') },
  },
});
const WIDTH = SIGNALS.length;
/** Sets of tools of other products than those of the test servers. Only their tuning halves are read. */
const SETS = ['bfcl-live-multiple', 'metatool', 'metatool-multi', 'seal-tools', 'stabletoolbench'];
const MOST_OF_SET = 400;
const SET_WEIGHT = 0.5;
/** In a request in another language, few signals say anything. */
const LANGUAGE_WEIGHT = 0.5;
const NAMED_SHARE = 0.2;
const RISING = [
  'fused',
  'lexical',
  'lexicalShare',
  'similarity',
  'similarityGap',
  'stepLexical',
  'stepSimilarity',
  'coverage',
  'nameCoverage',
  'textCoverage',
  'coverageGap',
  'nameGap',
  'nameFill',
  'action',
  'app',
  'naming',
];
const FALLING = ['nameRest', 'harm'];
const monotone = SIGNALS.map((signal) => (RISING.includes(signal) ? 1 : FALLING.includes(signal) ? -1 : 0));
const dropped = new Set(values.without.split(','));
const allowed = new Set(SIGNALS.flatMap((signal, at) => (dropped.has(signal) ? [] : [at])));
const settings = {
  depth: Number(values.depth),
  monotone,
  leastHessian: 8,
  ridge: 20,
  rate: Number(values.rate),
  allowed,
};

/** The table before it learned from the pairs: with the shipped one, the ranker would trust the vectors too much on train servers. */
const vectors = await loadVectorTable(join(root, 'training', 'distilled.fvt'));
const servers = readServers(values.catalogs);
const random = seededRandom(11);
const train = groupsOfServers(
  servers.filter(({ split }) => split === 'train'),
  3,
);
const development = groupsOfServers(
  servers.filter(({ split }) => split === 'development'),
  1,
);
const sets = readSets(values.sets).filter(({ name }) => SETS.includes(name));
for (const set of sets) {
  const index = indexOf(set.tools, vectors);
  const asked = shuffled(
    set.queries.filter(({ query }) => halfOf(query) === 'tune'),
    random,
  ).slice(0, MOST_OF_SET);
  for (const { query, relevant } of asked)
    train.push({ ...groupOf(index, { query, relevant, weight: SET_WEIGHT }), catalog: set.name });
}
console.error(`${train.length} requests to train on, ${development.length} of the development servers`);

const folds = Number(values.folds);
if (folds > 0) {
  const catalogs = shuffled(
    [...new Set(train.map(({ catalog }) => catalog))].filter((name) => !SETS.includes(name)),
    seededRandom(5),
  );
  const seen = [];
  const unseen = [];
  for (let fold = 0; fold < folds; fold++) {
    const out = new Set(catalogs.filter((_, i) => i % folds === fold));
    const trees = boost(train.filter(({ catalog }) => !out.has(catalog)));
    unseen.push(...train.filter(({ catalog }) => out.has(catalog)).map((group) => quality(group, trees)));
    seen.push(
      ...train
        .filter(({ catalog }) => !out.has(catalog) && catalogs.includes(catalog))
        .map((group) => quality(group, trees)),
    );
  }
  console.log('seen servers  ', ...shown(seen));
  console.log('unseen servers', ...shown(unseen));
}
const trees = boost(train);
for (const [name, groups] of [
  ['train', train],
  ['development', development],
]) {
  console.log(name, 'fused ', ...shown(groups.map((group) => quality(group, []))));
  console.log(name, 'ranked', ...shown(groups.map((group) => quality(group, trees))));
}
const used = SIGNALS.map((signal, at) => [
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
  `/** Made by \`training/rank.mjs\`. One tree a line; \`parseTrees\` reads it. */
export const RANKING_DEPTH = ${settings.depth};
export const RANKING_TREES = \`
${text}
\`;
`,
);
console.error(`${values.out}: ${text.length} bytes`);

function groupsOfServers(members, rounds) {
  const groups = [];
  for (const [at, world] of makeWorlds(members, { rounds, most: 250, random }).entries()) {
    // Every fourth catalog is measured without word vectors, as an engine without a table does.
    const index = indexOf(world.tools, at % 4 === 3 && rounds > 1 ? undefined : vectors);
    for (const request of world.requests) {
      if (request.relevant.length === 0) continue;
      const query = rounds > 1 && random() < NAMED_SHARE ? withServer(request) : request.query;
      const group = groupOf(index, {
        ...request,
        query,
        weight: /^[a-z]{2}$/.test(request.style) ? LANGUAGE_WEIGHT : 1,
      });
      if (group) groups.push({ ...group, catalog: request.catalog, style: request.style });
    }
  }
  return groups;
}

/** The request with the server named in it: only some of the pairs name it, and with other servers beside it more people would. */
function withServer({ query, server }) {
  const said = server.replace(/-/g, ' ');
  const forms = [
    `${query} ${said}`,
    `${query} in ${said}`,
    `${said} ${query}`,
    `${said}: ${query}`,
    `use ${said} to ${query}`,
  ];
  return query.toLowerCase().includes(said) ? query : forms[Math.floor(random() * forms.length)];
}

/** LambdaMART: every pair of a right and a wrong candidate pulls apart by what swapping them changes in nDCG@10. */
function boost(groups) {
  const usable = groups.filter(({ labels }) => labels.includes(1) && labels.includes(0));
  const total = usable.reduce((sum, { count }) => sum + count, 0);
  const rows = new Float64Array(total * WIDTH);
  const scores = new Float64Array(total);
  let at = 0;
  for (const group of usable) {
    group.from = at;
    rows.set(group.rows, at * WIDTH);
    scores.set(starts(group), at);
    at += group.count;
  }
  const bins = binsOf(rows, WIDTH);
  const columns = binned(rows, WIDTH, bins);
  const gradients = new Float64Array(total);
  const hessians = new Float64Array(total);
  const trees = [];
  for (let round = 0; round < Number(values.trees); round++) {
    gradients.fill(0);
    hessians.fill(0);
    for (const group of usable) lambdas(group, scores, gradients, hessians);
    const tree = growTree(columns, bins, gradients, hessians, settings);
    trees.push(tree);
    for (let r = 0; r < total; r++) scores[r] += tree.leaves[tree.leafOf(r)];
    delete tree.leafOf;
  }
  return trees;
}

function starts({ fused }) {
  const most = Math.max(1e-6, ...fused);
  return fused.map((value) => (FUSED_WEIGHT * value) / most);
}

function lambdas({ from, labels, count, weight }, scores, gradients, hessians) {
  const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => scores[from + b] - scores[from + a]);
  const rankOf = new Int32Array(count);
  for (const [rank, i] of order.entries()) rankOf[i] = rank;
  const right = labels.reduce((sum, label) => sum + label, 0);
  let ideal = 0;
  for (let rank = 0; rank < Math.min(10, right); rank++) ideal += discount(rank);
  for (let i = 0; i < count; i++) {
    if (labels[i] === 0) continue;
    for (let j = 0; j < count; j++) {
      if (labels[j] === 1) continue;
      const gain = (weight * Math.abs(discount(rankOf[i]) - discount(rankOf[j]))) / ideal;
      const lose = 1 / (1 + Math.exp(scores[from + i] - scores[from + j]));
      gradients[from + i] += gain * lose;
      gradients[from + j] -= gain * lose;
      hessians[from + i] += gain * lose * (1 - lose);
      hessians[from + j] += gain * lose * (1 - lose);
    }
  }
}

function discount(rank) {
  return 1 / Math.log2(rank + 2);
}

function quality(group, trees) {
  const scores = starts(group);
  for (let r = 0; r < group.count; r++) for (const tree of trees) scores[r] += leafValue(tree, group.rows, r * WIDTH);
  const order = scores.map((_, i) => i).sort((a, b) => scores[b] - scores[a] || a - b);
  let gain = 0;
  let ideal = 0;
  for (let rank = 0; rank < Math.min(10, group.relevant); rank++) ideal += discount(rank);
  for (let rank = 0; rank < Math.min(10, order.length); rank++)
    if (group.labels[order[rank]] === 1) gain += discount(rank);
  return {
    ndcg: gain / ideal,
    first: group.labels[order[0]] ?? 0,
    five: order.slice(0, 5).some((i) => group.labels[i] === 1) ? 1 : 0,
  };
}

function leafValue({ signals, thresholds, leaves }, rows, from) {
  let node = 0;
  while (node < signals.length) node = 2 * node + (rows[from + signals[node]] > thresholds[node] ? 2 : 1);
  return leaves[node - signals.length];
}

function shown(measures) {
  const mean = (key) => measures.reduce((sum, one) => sum + one[key], 0) / Math.max(1, measures.length);
  return [
    `nDCG@10 ${mean('ndcg').toFixed(4)}`,
    `hit@1 ${mean('first').toFixed(4)}`,
    `hit@5 ${mean('five').toFixed(4)}`,
  ];
}
