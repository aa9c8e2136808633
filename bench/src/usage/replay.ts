import { SearchEngine, type Tool, toolFromDefinition, type VectorTable } from '@foldout/core';
import { loadVectorTable } from '@foldout/core/node';
import { UsageTracker, usagePrior } from '@foldout/usage';
import type { Row } from '../report.ts';
import { readCatalogs } from '../tokens/captured-catalogs.ts';
import { pick, seededRandom } from './random.ts';

const WORKFLOWS = 12;
const STEPS = 5;
const CHECKPOINTS = [0, 30, 300, 3_000];
/** Each makes people with habits of their own. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const UNUSED = 1_200;

interface Request {
  readonly query: string;
  readonly tool: string;
}

/**
 * Real tools and people with habits: a few workflows of a few tools each, repeated. Before and after, the
 * same requests are made for the tools that they use and for tools that they never use.
 */
export async function replayRows(folder: string): Promise<Row[]> {
  const tools = readTools(folder);
  const vectors = await loadVectorTable();
  const rows: Row[] = [];
  for (const seed of SEEDS) rows.push(...(await replayOf(seed, tools, vectors)));
  return [...rows, ...means(rows)];
}

function means(rows: readonly Row[]): Row[] {
  return CHECKPOINTS.flatMap((checkpoint) =>
    ['used', 'unused'].map((subject) => {
      const own = rows.filter((row) => row.case.endsWith(`/${checkpoint}-sessions`) && row.subject === subject);
      const value = own.reduce((sum, row) => sum + row.value, 0) / own.length;
      return { case: `replay/mean/${checkpoint}-sessions`, metric: 'recall@1', subject, value, unit: 'share' };
    }),
  );
}

async function replayOf(seed: number, tools: readonly Tool[], vectors: VectorTable): Promise<Row[]> {
  const random = seededRandom(seed);
  const workflows = habits(tools, random);
  const usedIds = new Set(workflows.flat().map(({ id }) => id));
  const used = requestsFor(tools.filter(({ id }) => usedIds.has(id)));
  // Asked for in the same words, or of the same name as a used tool: there, the used one is the right answer.
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
  let sessions = 0;
  for (const checkpoint of CHECKPOINTS) {
    for (; sessions < checkpoint; sessions++) replay(tracker, pick(workflows, random), `s${sessions}`, random);
    await prior.refresh();
    for (const [subject, requests] of Object.entries({ used, unused })) {
      const value = recall(engine, requests);
      rows.push({
        case: `replay/people-${seed}/${checkpoint}-sessions`,
        metric: 'recall@1',
        subject,
        value,
        unit: 'share',
      });
    }
  }
  return rows;
}

function readTools(folder: string): Tool[] {
  return readCatalogs(folder).flatMap(({ name, tools }) => {
    return tools.flatMap((tool) => toolFromDefinition(name, tool as never) ?? []);
  });
}

/** Each workflow stays with two or three servers, as work does. */
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

/** A habit, now and then interrupted by something of the same kind or left early. */
function replay(tracker: UsageTracker, workflow: readonly Tool[], session: string, random: () => number): void {
  for (const step of workflow) {
    if (random() < 0.1) return;
    const { server, name } = random() < 0.1 ? pick(workflow, random) : step;
    tracker.trackAccess(server, name, { session_id: session });
  }
}

function recall(engine: SearchEngine, requests: readonly Request[]): number {
  const right = requests.filter(({ query, tool }) => engine.search(query, { limit: 1 }).hits[0]?.tool.id === tool);
  return right.length / Math.max(1, requests.length);
}
