// node cross-validate.mjs --catalogs DIR --sets DIR
// The gap between seen and unseen servers: the same requests of train servers over the same catalogs, ranked once by what was trained
// with them (the shipped vectors, trees of all servers) and once by what was trained without their third of the servers. Run
// `train.mjs --without-fold N` for every fold first. The word lists of the engine are the same in both.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FOLDS } from './folds.mjs';
import { boost, quality, shown, treeSettings } from './lambda-trees.mjs';
import { seededRandom } from './random.mjs';
import { groupsOfSets, groupsOfWorlds, RANKER, shippedTable, trainWorlds } from './ranking-groups.mjs';
import { readServers } from './worlds.mjs';

const data = join(import.meta.dirname, '..', '..', 'shared', 'data');
const { values } = parseArgs({
  options: {
    catalogs: { type: 'string', default: join(data, 'catalogs') },
    sets: { type: 'string', default: join(data, 'retrieval') },
  },
});
const random = seededRandom(11);
const shipped = await shippedTable();
const servers = readServers(values.catalogs).filter(({ split }) => split === 'train');
const worlds = await trainWorlds(servers, { rounds: 2, most: 250, random });
const train = groupsOfWorlds(worlds, { random, seen: shipped });
const sets = groupsOfSets(values.sets, shipped, random);
const settings = treeSettings(RANKER);
// As `rank.mjs` trains what ships: on signals of vectors that have not seen the requests. The vectors that ship have.
const all = boost([...train, ...sets], settings);
const seen = [];
const unseen = [];
for (let fold = 0; fold < FOLDS; fold++) {
  const trees = boost([...train.filter((group) => group.fold !== fold), ...sets], settings);
  for (const group of train.filter((one) => one.fold === fold)) {
    seen.push(quality(group.seen, all));
    unseen.push(quality(group, trees));
  }
}
console.log('requests      ', seen.length);
console.log('seen servers  ', ...shown(seen));
console.log('unseen servers', ...shown(unseen));
for (const measure of ['ndcg', 'first', 'five']) {
  const gap = seen.reduce((sum, one, i) => sum + one[measure] - unseen[i][measure], 0) / seen.length;
  console.log(`gap in ${measure}: ${gap.toFixed(4)}`);
}
