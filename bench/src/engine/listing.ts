import type { ToolStrategy } from '@foldout/server';
import type { SyntheticCommand } from '../commands.ts';
import { type Connection, connectBare, connectFoldout } from '../connections.ts';
import { measure } from '../measure.ts';
import type { Row } from '../report.ts';
import { tokensOf } from '../tokens.ts';
import { medianOf, ratioRow, timingRows } from './timing-rows.ts';

const STRATEGIES: readonly ToolStrategy[] = ['individual', 'grouped', 'lazy'];
const BARE = 'bare-sdk';

export interface Listing {
  readonly rows: readonly Row[];
  /** What an agent without discovery pays: the time of listing everything on the bare server. */
  readonly bareListMs: number;
}

/** `tools/list` of every strategy beside the bare server's: what it costs to read, and how long it takes. */
export async function listingRows(commands: readonly SyntheticCommand[]): Promise<Listing> {
  const bare = await connectBare(commands);
  const surfaces = new Map<string, Connection>([[BARE, bare]]);
  for (const strategy of STRATEGIES) surfaces.set(strategy, await connectFoldout(commands, strategy));

  const tokens: Row[] = [];
  for (const [subject, connection] of surfaces) {
    const value = tokensOf(await listTools(connection));
    tokens.push({ case: `${commands.length}/tools-list`, metric: 'tokens', subject, value, unit: 'tokens' });
  }
  const timings = await measure(
    [...surfaces].map(([name, connection]) => ({ name, run: () => listTools(connection) })),
    { rounds: 1_000, warmUp: 100, budgetMs: 6_000 },
  );
  for (const connection of surfaces.values()) await connection[Symbol.asyncDispose]();

  const bareListMs = medianOf(timings, BARE);
  const times = STRATEGIES.flatMap((strategy) => {
    const name = `${commands.length}/tools-list/${strategy}`;
    const own = timings.filter(({ subject }) => subject === strategy || subject === BARE);
    const renamed = own.map((timing) => (timing.subject === strategy ? { ...timing, subject: 'foldout' } : timing));
    return [...timingRows(name, renamed), ratioRow(name, medianOf(renamed, 'foldout'), BARE, bareListMs)];
  });
  return { rows: [...tokens, ...times], bareListMs };
}

/** All pages, from the server and not from the client's cache. */
async function listTools({ client }: Connection): Promise<unknown> {
  return (await client.listTools(undefined, { cacheMode: 'bypass' })).tools;
}
