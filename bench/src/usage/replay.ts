import { SearchEngine, type Tool, type VectorTable } from '@foldout/core';
import { liftLearned } from '@foldout/core/internal';
import { loadVectorTable } from '@foldout/core/node';
import { UsageTracker, usagePrior } from '@foldout/usage';
import { type LearnedSearches, learnSearch, liftsOf, mergeSearches, tidySearches } from '@foldout/usage/internal';
import { readTools } from '../catalogs.ts';
import { type Row, row } from '../report.ts';
import { pick, seededRandom } from '../seeded-random.ts';

const WORKFLOWS = 12;
const STEPS = 5;
const CHECKPOINTS = [0, 30, 300, 3_000];
const UNUSED = 1_200;

interface Request {
  readonly query: string;
  readonly tool: string;
}

/**
 * Simulates `people` who each repeat a few workflows with captured tools. After some sessions, measures the recall of
 * requests for tools that a person uses, and of requests for tools that the person never uses.
 */
export async function replayRows(folder: string, people: number): Promise<Row[]> {
  const tools = readTools(folder);
  const vectors = await loadVectorTable();
  const rows: Row[] = [];
  for (let seed = 1; seed <= people; seed++) rows.push(...(await replayOf(seed, tools, vectors)));
  return [...rows, ...means(rows)];
}

/** `replay`: calls are learned from. `searches`: also the searches that led to them. */
function means(rows: readonly Row[]): Row[] {
  return ['replay', 'searches'].flatMap((kind) =>
    CHECKPOINTS.flatMap((checkpoint) =>
      ['used', 'unused'].map((subject) => {
        const own = rows.filter(
          (row) =>
            row.case.startsWith(`${kind}/`) && row.case.endsWith(`/${checkpoint}-sessions`) && row.subject === subject,
        );
        const value = own.reduce((sum, row) => sum + row.value, 0) / own.length;
        return row(`${kind}/mean/${checkpoint}-sessions`, 'recall@1', subject, value, 'share');
      }),
    ),
  );
}

/** What a person typed before some of these calls: the request in other words, so that the same text is not asked again. */
function searchesOf(workflow: readonly Tool[], random: () => number): LearnedSearches {
  return workflow.reduce<LearnedSearches>((searches, tool) => {
    if (random() < 0.5) return searches;
    const { query } = pick(requestsFor([tool]), random) ?? { query: '' };
    const words = query.split(' ');
    const left = words.length > 2 ? words.toSpliced(Math.floor(random() * words.length), 1) : words;
    return mergeSearches(searches, learnSearch(`please ${left.reverse().join(' ')}`, tool.id));
  }, {});
}

async function replayOf(seed: number, tools: readonly Tool[], vectors: VectorTable): Promise<Row[]> {
  const random = seededRandom(seed);
  const workflows = habits(tools, random);
  const usedIds = new Set(workflows.flat().map(({ id }) => id));
  const used = requestsFor(tools.filter(({ id }) => usedIds.has(id)));
  // Leaves out unused tools with the request or name of a used tool: there, the used tool is the right hit.
  const taken = new Set(used.map(({ query }) => query));
  const names = new Set(workflows.flat().map(({ name }) => name));
  const apart = tools.filter(({ id, name }) => !usedIds.has(id) && !names.has(name));
  const others = requestsFor(apart).filter(({ query }) => !taken.has(query));
  const unused = Array.from({ length: UNUSED }, () => pick(others, random));

  await using tracker = new UsageTracker({ flushMs: 3_600_000, batchSize: 1_000_000, maxWaiting: 1_000_000 });
  using prior = usagePrior(tracker);
  const engine = new SearchEngine({ vectors, prior });
  for (const tool of tools) engine.upsert(tool);

  const rows: Row[] = [];
  const searchRandom = seededRandom(seed + 1_000);
  let searches: LearnedSearches = {};
  let sessions = 0;
  for (const checkpoint of CHECKPOINTS) {
    for (; sessions < checkpoint; sessions++) {
      const workflow = pick(workflows, random);
      replay(tracker, workflow, `s${sessions}`, random);
      searches = tidySearches(mergeSearches(searches, searchesOf(workflow, searchRandom)));
    }
    await prior.refresh();
    for (const [subject, requests] of Object.entries({ used, unused })) {
      const value = recall(engine, requests);
      rows.push(row(`replay/people-${seed}/${checkpoint}-sessions`, 'recall@1', subject, value, 'share'));
      const learned = recall(engine, requests, searches);
      rows.push(row(`searches/people-${seed}/${checkpoint}-sessions`, 'recall@1', subject, learned, 'share'));
    }
  }
  return rows;
}

/** Each workflow uses the tools of two servers, as real work mostly does. */
function habits(tools: readonly Tool[], random: () => number): Tool[][] {
  const servers = [...new Set(tools.map(({ server }) => server))];
  return Array.from({ length: WORKFLOWS }, () => {
    const own = [pick(servers, random), pick(servers, random)];
    const members = tools.filter(({ server }) => own.includes(server));
    return Array.from({ length: STEPS }, () => pick(members, random));
  });
}

/** Two ways to ask: the words of the name, and the beginning of the description. */
function requestsFor(tools: readonly Tool[]): Request[] {
  return tools.flatMap(({ id, name, description }) => {
    const words = name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .split(/[^A-Za-z0-9]+/)
      .join(' ')
      .toLowerCase();
    const beginning = (description.split(/[.\n]/, 1)[0] ?? '').split(/\s+/).slice(0, 8).join(' ').toLowerCase();
    return [words, beginning].filter((query) => query.length > 5).map((query) => ({ query, tool: id }));
  });
}

/** Tracks one session. A step is sometimes replaced by a random one of the same workflow, or the session ends early. */
function replay(tracker: UsageTracker, workflow: readonly Tool[], session: string, random: () => number): void {
  for (const step of workflow) {
    if (random() < 0.1) return;
    const { server, name } = random() < 0.1 ? pick(workflow, random) : step;
    tracker.trackAccess(server, name, { session_id: session });
  }
}

function recall(engine: SearchEngine, requests: readonly Request[], searches: LearnedSearches = {}): number {
  const right = requests.filter(({ query, tool }) => {
    const lifts = liftsOf(searches, query);
    const { hits } = engine.search(query, { limit: lifts.size > 0 ? 20 : 1 });
    return liftLearned(hits, lifts)[0]?.tool.id === tool;
  });
  return right.length / Math.max(1, requests.length);
}
