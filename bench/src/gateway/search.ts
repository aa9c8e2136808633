import { join } from 'node:path';
import { type MeasureOptions, measure, quantile } from '../measure.ts';
import type { Row } from '../report.ts';
import { type OpenClient, openClient, type Program } from './open-client.ts';

const ROUNDS: MeasureOptions = { warmUp: 300, rounds: 500, budgetMs: 25_000, minRounds: 20 };
const BARE = 'bare-sdk';

/** As a model asks: names, words of a description, plain requests, a typo, something that is not there. */
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

/** Searches over MCP, beside a call of a bare server: what the protocol alone takes. */
export async function searchRows(tools: number, foldout: Program): Promise<Row[]> {
  await using open = await openClient(foldout);
  const program = join(import.meta.dirname, 'programs/bare-server.js');
  await using bare = await openClient({ command: process.execPath, args: [program] });
  const timings = await measure(
    [
      { name: BARE, run: () => bare.client.callTool({ name: 'owl-says', arguments: {} }) },
      ...(await Promise.all(QUERIES.map(async (search) => ({ name: search, run: await checkedSearch(open, search) })))),
    ],
    ROUNDS,
  );
  const searches = timings.filter(({ subject }) => subject !== BARE);
  const medians = searches.map(({ medianMs }) => medianMs);
  const name = `${tools}-tools/afd-discover`;
  const row = (metric: string, subject: string, value: number, unit = 'ms'): Row => ({
    case: name,
    metric,
    subject,
    value,
    unit,
  });
  const bareMs = timings.find(({ subject }) => subject === BARE)?.medianMs ?? Number.NaN;
  return [
    row('search-ms', 'foldout', quantile(medians, 0.5)),
    row('search-slowest-query-ms', 'foldout', Math.max(...medians)),
    row('search-p95-ms', 'foldout', Math.max(...searches.map(({ p95Ms }) => p95Ms))),
    row('call-ms', BARE, bareMs),
    row('search-ratio', `foldout/${BARE}`, quantile(medians, 0.5) / bareMs, 'x'),
  ];
}

async function checkedSearch({ client }: OpenClient, search: string): Promise<() => Promise<unknown>> {
  const run = () => client.callTool({ name: 'afd-discover', arguments: { search } });
  const { isError, content } = await run();
  if (isError) throw new Error(`A search for '${search}' answered with an error: ${JSON.stringify(content)}`);
  return run;
}
