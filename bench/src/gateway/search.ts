import { join } from 'node:path';
import { measure, quantile } from '../measure.ts';
import { type Row, row } from '../report.ts';
import { medianOf } from '../timing-rows.ts';
import { type OpenClient, openClient, type Program } from './open-client.ts';

const BARE = 'bare-sdk';

/** Queries like those of models: names, words of a description, plain requests, a typo, a tool that does not exist. */
const QUERIES = [
  'create issue',
  'send a message to a channel',
  'list files in a folder',
  'bug report',
  'take a screenshot of the page',
  'googl drive upload',
  'how many customers bought something last month',
  'delete branch',
  'translate whale songs',
];

/** Searches over MCP, compared with a call of a bare server, which shows the cost of the protocol alone. */
export async function searchRows(tools: number, foldout: Program, budgetMs: number): Promise<Row[]> {
  await using open = await openClient(foldout);
  const program = join(import.meta.dirname, 'programs/bare-server.js');
  await using bare = await openClient({ command: process.execPath, args: [program] });
  const timings = await measure(
    [
      { name: BARE, run: () => bare.client.callTool({ name: 'owl-says', arguments: {} }) },
      ...(await Promise.all(QUERIES.map(async (search) => ({ name: search, run: await checkedSearch(open, search) })))),
    ],
    { warmUp: 300, rounds: 500, budgetMs, minRounds: 20 },
  );
  const searches = timings.filter(({ subject }) => subject !== BARE);
  const medians = searches.map(({ medianMs }) => medianMs);
  const name = `${tools}-tools/afd-discover`;
  const bareMs = medianOf(timings, BARE);
  return [
    row(name, 'search-ms', 'foldout', quantile(medians, 0.5), 'ms'),
    row(name, 'search-slowest-query-ms', 'foldout', Math.max(...medians), 'ms'),
    row(name, 'search-p95-ms', 'foldout', Math.max(...searches.map(({ p95Ms }) => p95Ms)), 'ms'),
    row(name, 'call-ms', BARE, bareMs, 'ms'),
    row(name, 'search-ratio', `foldout/${BARE}`, quantile(medians, 0.5) / bareMs, 'x'),
  ];
}

async function checkedSearch({ client }: OpenClient, search: string): Promise<() => Promise<unknown>> {
  const run = () => client.callTool({ name: 'afd-discover', arguments: { search } });
  const { isError, content } = await run();
  if (isError) throw new Error(`A search for '${search}' answered with an error: ${JSON.stringify(content)}`);
  return run;
}
