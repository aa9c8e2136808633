import { fileURLToPath } from 'node:url';
import { createMcpServer, type FoldoutServer } from '@foldout/server';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { CapturedSource } from '../captured-source.ts';
import type { CapturedCatalog } from '../catalogs.ts';
import { INFO } from '../connections.ts';
import { isObject, readJsonLines } from '../read-json.ts';
import { type Row, row } from '../report.ts';
import { tokensOf } from '../tokens.ts';

/** The default of the option `dynamic.tokens`. */
const ADDED_BUDGET = 1_500;
/** Requests that are taken from the descriptions of a catalog. */
const REQUESTS = 400;

/** Requests in a user's words; none was written for a certain catalog. */
const IN_USERS_WORDS = [
  'the login page crashes, write that down for the team',
  'who is working on what this week',
  'start counting the hours I spend on this',
  'tell everybody that the build is green',
  'plan a meeting with the customer on Friday',
  'make one task depend on another',
  'find everything about invoices',
  'invite a colleague',
  'show me the newest pages',
  'what changed since yesterday',
  'upload the quarterly report',
  'how much did we sell last month',
  'turn off the old server',
  'which people have read my message',
  'translate this text',
];

/** A catalog of 114 tools with long schemas, written for the tests of `dynamic`. */
export function readTracker(): CapturedCatalog {
  const path = fileURLToPath(new URL('../../data/tracker/tools.jsonl', import.meta.url));
  return { name: 'tracker', tools: readJsonLines(path) };
}

interface SearchCost {
  readonly tokens: number;
  /** Number of added tools, and their tokens. */
  readonly added: number;
  readonly addedTokens: number;
}

/**
 * What a search under `dynamic` costs: its answer, and the tools that it adds to the list. Each search has a session of
 * its own. The client is not in the table of clients, so its answers have the parameters too: the most expensive case.
 */
export async function searchRows(name: string, sources: readonly CapturedCatalog[]): Promise<Row[]> {
  const server = createMcpServer({
    ...INFO,
    sources: sources.map((catalog) => new CapturedSource(catalog)),
    toolStrategy: 'dynamic',
    log: () => {},
  });
  const costs: SearchCost[] = [];
  for (const query of requestsFor(sources)) costs.push(await searchCost(server, query));
  await server.stop();
  // The best match is added whatever it costs: a search that adds such a tool has no bound.
  const isLarge = ({ added, addedTokens }: SearchCost): boolean => added === 1 && addedTokens > ADDED_BUDGET;
  const bounded = costs.filter((cost) => !isLarge(cost)).map(({ tokens }) => tokens);
  const large = costs.filter(isLarge);
  const sorted = costs.map(({ tokens }) => tokens).sort((a, b) => a - b);
  return [
    row(name, 'searches', 'dynamic', costs.length, 'searches'),
    row(name, 'search-tokens-median', 'dynamic', sorted[Math.floor(sorted.length / 2)] ?? 0, 'tokens'),
    row(name, 'search-tokens-most', 'dynamic', Math.max(0, ...bounded), 'tokens'),
    row(name, 'searches-with-a-large-tool', 'dynamic', large.length, 'searches'),
    row(name, 'searches-that-add', 'dynamic', costs.filter(({ added }) => added > 0).length, 'searches'),
  ];
}

async function searchCost(server: FoldoutServer, query: string): Promise<SearchCost> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  server.connect(far);
  const client = new Client(INFO, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(near);
  const before = new Set((await client.listTools()).tools.map((tool) => tool.name));
  const { content, structuredContent } = await client.callTool({ name: 'search_tools', arguments: { query } });
  const added = (await client.listTools()).tools.filter((tool) => !before.has(tool.name));
  await client.close();
  const [text] = content as { text?: string }[];
  const answer = Math.max(tokensOf(text?.text), tokensOf(structuredContent));
  const addedTokens = added.length > 0 ? tokensOf(added) : 0;
  return { tokens: answer + addedTokens, added: added.length, addedTokens };
}

/** First sentences of descriptions, evenly spread over the catalog, and requests in a user's words. */
function requestsFor(sources: readonly CapturedCatalog[]): string[] {
  const tools = sources.flatMap((catalog) => catalog.tools);
  const step = Math.max(1, Math.floor(tools.length / REQUESTS));
  const sentences = tools
    .filter((_, position) => position % step === 0)
    .map((tool) => (isObject(tool) && typeof tool['description'] === 'string' ? tool['description'] : ''))
    .map((text) => text.trim().split(/(?<=[.!?])\s/, 1)[0] ?? '')
    .filter((sentence) => sentence !== '');
  return [...IN_USERS_WORDS, ...sentences];
}

/** One sentence for each case, with its figures. */
export function searchText(rows: readonly Row[]): string {
  const cases = [...new Set(rows.filter(({ metric }) => metric === 'searches').map((row) => row.case))];
  return cases
    .map((name) => {
      const figure = (metric: string): string =>
        (rows.find((row) => row.case === name && row.metric === metric)?.value ?? 0).toLocaleString('en-US');
      return (
        `A search under dynamic with the tools that it adds (${name}, ${figure('searches')} searches): ` +
        `median ${figure('search-tokens-median')} tokens, most ${figure('search-tokens-most')}. ` +
        `In ${figure('searches-with-a-large-tool')} others, the best tool alone is larger than the budget.`
      );
    })
    .join('\n');
}
