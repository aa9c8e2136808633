import { quantile } from '../measure.ts';

const ROUNDS = 5;

/** A table with one event in each row. The store keeps many events in one row. */
const UNPACK = `CREATE TEMP TABLE events AS
  SELECT row_number() OVER () AS id, value->>1 AS session, value->>2 AS server, value->>3 AS tool
  FROM usage_events, json_each(usage_events.events) ORDER BY last`;

const QUERIES = {
  getPopularTools: `SELECT server, tool, COUNT(*) AS n FROM events GROUP BY server, tool ORDER BY n DESC LIMIT 20`,
  predictNextTools: `SELECT next, COUNT(*) AS n FROM
    (SELECT server || '/' || tool AS key,
      LEAD(server || '/' || tool) OVER (PARTITION BY session ORDER BY id) AS next FROM events)
    WHERE key = ? AND next IS NOT NULL GROUP BY next ORDER BY n DESC`,
  getCoOccurrence: `SELECT server || '/' || tool AS other, COUNT(DISTINCT session) AS n FROM events
    WHERE session IN (SELECT session FROM events WHERE server || '/' || tool = ?) GROUP BY other ORDER BY n DESC`,
};

export interface Scan {
  readonly events: number;
  /** Milliseconds, by the name of the query. */
  readonly medians: ReadonlyMap<string, number>;
}

/** The baseline: the same queries over single events. At the default size, the store keeps only about 1% of them. */
export async function scanEvents(path: string, tool: string): Promise<Scan> {
  const builtIn = Number.parseInt(process.versions.node, 10) >= 24;
  const { DatabaseSync } = (await import(
    builtIn ? 'node:sqlite' : '@photostructure/sqlite'
  )) as typeof import('@photostructure/sqlite');
  const database = new DatabaseSync(path);
  database.exec(UNPACK);
  const { n: events } = database.prepare('SELECT COUNT(*) AS n FROM events').get() as { n: number };
  const medians = Object.entries(QUERIES).map(([name, sql]): [string, number] => {
    const statement = database.prepare(sql);
    const times = Array.from({ length: ROUNDS }, () => {
      const started = performance.now();
      if (sql.includes('?')) statement.all(tool);
      else statement.all();
      return performance.now() - started;
    });
    return [name, quantile(times, 0.5)];
  });
  database.close();
  return { events, medians: new Map(medians) };
}
