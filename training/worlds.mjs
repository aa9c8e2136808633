// Realistic catalogs for training: a few servers that have pairs of request and tools, merged with other servers of the
// same split, so that tools of different servers compete as they do in a gateway.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CapturedSource } from '../bench/dist/captured-source.js';
import { readCatalogs } from '../bench/dist/catalogs.js';
import { shuffled } from './random.mjs';

const PAIRS = new URL('./pairs/', import.meta.url).pathname;
const SPLIT = JSON.parse(readFileSync(new URL('./split.json', import.meta.url), 'utf8'));

/** The servers of a folder of catalogs, with their split, tools and requests. */
export function readServers(folder) {
  return readCatalogs(folder).flatMap((catalog) => {
    const place = SPLIT[catalog.name];
    if (!place) return [];
    const file = join(PAIRS, `${catalog.name}.tsv`);
    const tools = new CapturedSource({ ...catalog, name: place.server }).tools();
    return [
      { catalog: catalog.name, ...place, tools, requests: existsSync(file) ? requestsIn(file, place.server) : [] },
    ];
  });
}

function requestsIn(file, server) {
  const ofTool = (name) => `${server}/${name}`;
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [style, tools, query] = line.split('\t');
      return { style, query, relevant: tools === '-' ? [] : tools.split(',').map(ofTool) };
    });
}

/**
 * `rounds` times every server with pairs, in catalogs of 6 to 20 servers: 3 to 6 of them are asked for. Two servers of one
 * name are never in the same catalog. At most `most` requests of a server are asked in one catalog. `asked`: which servers are asked for.
 */
export function makeWorlds(servers, { rounds, most, random, asked: mayAsk = () => true }) {
  const worlds = [];
  for (let round = 0; round < rounds; round++) {
    let left = shuffled(
      servers.filter((one) => one.requests.length > 0 && mayAsk(one)),
      random,
    );
    while (left.length > 0) {
      const asked = [];
      const wanted = 3 + Math.floor(random() * 4);
      const later = [];
      for (const one of left) {
        if (asked.length < wanted && !asked.some(({ server }) => server === one.server)) asked.push(one);
        else later.push(one);
      }
      left = later;
      const size = 6 + Math.floor(random() * 15);
      const members = [...asked];
      for (const one of shuffled(servers, random)) {
        if (members.length >= size) break;
        if (!members.some(({ server }) => server === one.server)) members.push(one);
      }
      const requests = asked.flatMap((one) =>
        shuffled(one.requests, random)
          .slice(0, most)
          .map((request) => ({ ...request, catalog: one.catalog, server: one.server })),
      );
      worlds.push({ tools: members.flatMap(({ tools }) => tools), members, requests });
    }
  }
  return worlds;
}
