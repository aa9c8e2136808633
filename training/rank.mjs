// node rank.mjs --catalogs DIR --sets DIR
// Trains the trees in packages/core/src/search/ranker/ranking-model.ts (LambdaMART) on the train servers of split.json and
// on the tuning halves of the public query sets, and prints what the development servers say. Build the repository first.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SIGNALS } from '../packages/core/dist/search/ranker/signal-list.js';
import { treesText } from './boosting.mjs';
import { boost, quality, shown, treeSettings } from './lambda-trees.mjs';
import { seededRandom } from './random.mjs';
import { groupsOfSets, groupsOfWorlds, RANKER, shippedTable, trainWorlds } from './ranking-groups.mjs';
import { makeWorlds, readServers } from './worlds.mjs';

const root = new URL('../', import.meta.url).pathname;
const { values } = parseArgs({
  options: {
    catalogs: { type: 'string', default: join(root, '..', 'shared', 'data', 'catalogs') },
    sets: { type: 'string', default: join(root, '..', 'shared', 'data', 'retrieval') },
    out: { type: 'string', default: join(root, 'packages/core/src/search/ranker/ranking-model.ts') },
  },
});
const settings = treeSettings(RANKER);
const random = seededRandom(11);
const servers = readServers(values.catalogs);
const train = groupsOfWorlds(
  await trainWorlds(
    servers.filter(({ split }) => split === 'train'),
    { rounds: 3, most: 250, random },
  ),
  { random },
);
const vectors = await shippedTable();
train.push(...groupsOfSets(values.sets, vectors, random));
const developmentWorlds = makeWorlds(
  servers.filter(({ split }) => split === 'development'),
  { rounds: 2, most: 250, random },
);
const development = groupsOfWorlds(
  developmentWorlds.map((world) => ({ ...world, vectors })),
  { random, named: 0, alsoWithout: false },
);
console.error(`${train.length} requests to train on, ${development.length} of the development servers`);
const trees = boost(train, settings);
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
export const RANKING_DEPTH = ${RANKER.depth};
export const RANKING_TREES = \`
${text}
\`;
`,
);
console.error(`${values.out}: ${text.length} bytes`);
