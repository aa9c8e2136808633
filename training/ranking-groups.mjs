// The requests that the ranker is trained on, each with the signals of its candidates.
import { halfOf, readSets } from '../bench/dist/retrieval/sets.js';
import { loadVectorTable } from '../packages/core/dist/node.js';
import { foldsOf, foldTable } from './folds.mjs';
import { groupOf, indexOf } from './measured.mjs';
import { shuffled } from './random.mjs';
import { makeWorlds } from './worlds.mjs';

/** Sets of tools of other products than those of the test servers. Only their tuning halves are read. */
export const PUBLIC_SETS = ['bfcl-live-multiple', 'metatool', 'metatool-multi', 'seal-tools', 'stabletoolbench'];
/** Larger and more trees are no better on the development servers, and smaller ones a little worse; `without`: no use to the ranker. */
export const RANKER = { trees: 90, depth: 4, rate: 0.15, ridge: 40, without: ['objectCoverage'] };
const MOST_OF_SET = 400;
const SET_WEIGHT = 1.5;
/** In a request in another language, few signals say anything. */
const LANGUAGE_WEIGHT = 0.5;
const NAMED_SHARE = 0.2;

export function shippedTable() {
  return loadVectorTable();
}

/**
 * Worlds of train servers, each with the vectors that were trained without the servers that are asked for: with vectors that
 * have seen their requests, the ranker would trust vectors too much.
 */
export async function trainWorlds(servers, { rounds, most, random }) {
  const folds = foldsOf();
  const worlds = [];
  for (const fold of new Set(folds.values())) {
    const vectors = await loadVectorTable(foldTable(fold));
    const asked = ({ catalog }) => folds.get(catalog) === fold;
    for (const world of makeWorlds(servers, { rounds, most, random, asked })) worlds.push({ ...world, fold, vectors });
  }
  return worlds;
}

/** `named`: the share of requests that get the name of the server, which only some of the pairs have. */
export function groupsOfWorlds(worlds, { random, named = NAMED_SHARE, alsoWithout = true, seen }) {
  const groups = [];
  for (const [at, world] of worlds.entries()) {
    // Every fourth catalog is measured without word vectors, as an engine without a table does.
    const bare = alsoWithout && at % 4 === 3;
    const index = indexOf(world.tools, bare ? undefined : world.vectors);
    const known = seen && indexOf(world.tools, bare ? undefined : seen);
    for (const request of world.requests) {
      if (request.relevant.length === 0) continue;
      const query = named > 0 && random() < named ? withServer(request, random) : request.query;
      const asked = { ...request, query, weight: /^[a-z]{2}$/.test(request.style) ? LANGUAGE_WEIGHT : 1 };
      const group = groupOf(index, asked);
      if (!group) continue;
      groups.push({
        ...group,
        catalog: request.catalog,
        style: request.style,
        fold: world.fold,
        ...(known && { seen: groupOf(known, asked) }),
      });
    }
  }
  return groups;
}

export function groupsOfSets(folder, vectors, random) {
  const groups = [];
  for (const set of readSets(folder).filter(({ name }) => PUBLIC_SETS.includes(name))) {
    const index = indexOf(set.tools, vectors);
    const asked = shuffled(
      set.queries.filter(({ query }) => halfOf(query) === 'tune'),
      random,
    ).slice(0, MOST_OF_SET);
    for (const { query, relevant } of asked)
      groups.push({ ...groupOf(index, { query, relevant, weight: SET_WEIGHT }), catalog: set.name });
  }
  return groups;
}

function withServer({ query, server }, random) {
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
