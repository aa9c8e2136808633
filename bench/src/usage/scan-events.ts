import { quantile } from '../measure.ts';
import type { Row } from '../report.ts';

const ROUNDS = 5;

/** One event in each row, as a table of events would have them. */
const UNPACK = `CREATE TEMP TABLE events AS
  SELECT row_number() OVER () AS id, value->>1 AS session, value->>2 AS server, value->>3 AS tool
  FROM usage_events, json_each(usage_events.events) ORDER BY last`;

const QUESTIONS = {
  getPopularTools: `SELECT server, tool, COUNT(*) AS n FROM events GROUP BY server, tool ORDER BY n DESC LIMIT 20`,
  predictNextTools: `SELECT next, COUNT(*) AS n FROM
    (SELECT server || '/' || tool AS key,
      LEAD(server || '/' || tool) OVER (PARTITION BY session ORDER BY id) AS next FROM events)
    WHERE key = ? AND next IS NOT NULL GROUP BY next ORDER BY n DESC`,
  getCoOccurrence: `SELECT server || '/' || tool AS other, COUNT(DISTINCT session) AS n FROM events
    WHERE session IN (SELECT session FROM events WHERE server || '/' || tool = ?) GROUP BY other ORDER BY n DESC`,
};

/** The baseline: the same questions asked of the single events that are still kept, a hundredth of them all. */
export async function scanEvents(path: string, tool: string): Promise<Row[]> {
  const builtIn = Number.parseInt(process.versions.node, 10) >= 24;
  const { DatabaseSync } = (await import(
    builtIn ? 'node:sqlite' : '@photostructure/sqlite'
  )) as typeof import('@photostructure/sqlite');
  const database = new DatabaseSync(path);
  database.exec(UNPACK);
  const { n } = database.prepare('SELECT COUNT(*) AS n FROM events').get() as { n: number };
  const rows = Object.entries(QUESTIONS).map(([name, sql]) => {
    const statement = database.prepare(sql);
    const times = Array.from({ length: ROUNDS }, () => {
      const started = performance.now();
      if (sql.includes('?')) statement.all(tool);
      else statement.all();
      return performance.now() - started;
    });
    return {
      case: `${n}-events/${name}`,
      metric: 'query-ms',
      subject: 'scan',
      value: quantile(times, 0.5),
      unit: 'ms',
    };
  });
  database.close();
  return rows;
}
