// LambdaMART: trees that order the candidates of a request, and what an order of candidates is worth.
import { FUSED_WEIGHT } from '../packages/core/dist/search/ranker/rerank.js';
import { SIGNALS } from '../packages/core/dist/search/ranker/signal-list.js';
import { binned, binsOf, growTree } from './boosting.mjs';

const WIDTH = SIGNALS.length;
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

/** `without`: the signals that the trees must not read. */
export function treeSettings({ trees, depth, rate, ridge, without = [] }) {
  return {
    trees,
    depth,
    rate,
    ridge,
    monotone: SIGNALS.map((signal) => (RISING.includes(signal) ? 1 : FALLING.includes(signal) ? -1 : 0)),
    leastHessian: 8,
    allowed: new Set(SIGNALS.flatMap((signal, at) => (without.includes(signal) ? [] : [at]))),
  };
}

/** LambdaMART: every pair of a right and a wrong candidate pulls apart by what swapping them changes in nDCG@10. */
export function boost(groups, settings) {
  const usable = groups.filter(({ labels }) => labels.includes(1) && labels.includes(0));
  const total = usable.reduce((sum, { count }) => sum + count, 0);
  const rows = new Float64Array(total * WIDTH);
  const scores = new Float64Array(total);
  const starting = new Map();
  let at = 0;
  for (const group of usable) {
    starting.set(group, at);
    rows.set(group.rows, at * WIDTH);
    scores.set(starts(group), at);
    at += group.count;
  }
  const bins = binsOf(rows, WIDTH);
  const columns = binned(rows, WIDTH, bins);
  const gradients = new Float64Array(total);
  const hessians = new Float64Array(total);
  const trees = [];
  for (let round = 0; round < settings.trees; round++) {
    gradients.fill(0);
    hessians.fill(0);
    for (const group of usable) lambdas(group, starting.get(group), scores, gradients, hessians);
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

function lambdas({ labels, count, weight }, from, scores, gradients, hessians) {
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

export function quality(group, trees) {
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

export function shown(measures) {
  const mean = (key) => measures.reduce((sum, one) => sum + one[key], 0) / Math.max(1, measures.length);
  return [
    `nDCG@10 ${mean('ndcg').toFixed(4)}`,
    `hit@1 ${mean('first').toFixed(4)}`,
    `hit@5 ${mean('five').toFixed(4)}`,
  ];
}
