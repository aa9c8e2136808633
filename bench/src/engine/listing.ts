import type { ToolStrategy } from '@foldout/server';
import type { SyntheticCommand } from '../commands.ts';
import { type Connection, connectBare, connectFoldout } from '../connections.ts';
import { measure } from '../measure.ts';
import { type Row, row } from '../report.ts';
import { medianOf, ratioRow, timingRows } from '../timing-rows.ts';
import { tokensOf } from '../tokens.ts';

const STRATEGIES: readonly ToolStrategy[] = ['individual', 'grouped', 'lazy'];
const BARE = 'bare-sdk';

export interface Listing {
  readonly rows: readonly Row[];
  /** Time of `tools/list` on the bare server: the cost of a server without discovery. */
  readonly bareListMs: number;
}

/** Tokens and time of `tools/list` under every strategy, compared with the bare server. */
export async function listingRows(commands: readonly SyntheticCommand[], budgetMs: number): Promise<Listing> {
  const bare = await connectBare(commands);
  const surfaces = new Map<string, Connection>([[BARE, bare]]);
  for (const strategy of STRATEGIES) surfaces.set(strategy, await connectFoldout(commands, strategy));

  const tokens: Row[] = [];
  for (const [subject, connection] of surfaces) {
    const value = tokensOf(await listTools(connection));
    tokens.push(row(`${commands.length}/tools-list`, 'tokens', subject, value, 'tokens'));
  }
  const timings = await measure(
    [...surfaces].map(([name, connection]) => ({ name, run: () => listTools(connection) })),
    { rounds: 1_000, warmUp: 100, budgetMs },
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

/** All pages, bypassing the client's cache. */
async function listTools({ client }: Connection): Promise<unknown> {
  return (await client.listTools(undefined, { cacheMode: 'bypass' })).tools;
}
