import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Habits, sqliteStore, UsageTracker, usagePrior } from '@foldout/usage';
import { trackCalls } from '@foldout/usage/internal';
import { type SyntheticCommand, syntheticCommands } from '../commands.ts';
import { connectFoldout } from '../connections.ts';
import { measure, quantile, type Timing } from '../measure.ts';
import { type Row, row } from '../report.ts';
import { medianOf } from '../timing-rows.ts';

const COMMANDS = 80;
const WRITTEN = 20_000;
/** Events written before the measurement, so that V8 has compiled the code, as in a gateway that runs for days. */
const WARM_UP = 20_000;

/**
 * The same call to two servers, one of which tracks into a SQLite file, and the cost of writing an event in the
 * background. The measurement is repeated, so that one busy moment of the machine does not decide the result.
 */
export async function trackingRows(repeats: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foldout-bench-usage-'));
  try {
    const commands = syntheticCommands(COMMANDS);
    const store = sqliteStore({ path: join(folder, 'usage.db') });
    await using tracker = new UsageTracker({ store });
    await using off = await connectFoldout(commands, 'lazy', 'legacy');
    await using on = await connectFoldout(commands, 'lazy', 'legacy', ({ engine }) => {
      new Habits(tracker);
      usagePrior(tracker);
      trackCalls(engine, tracker);
    });
    const calling = (connection: typeof on) => {
      let turn = 0;
      return () => {
        const { name, sample } = commands[turn++ % commands.length] as SyntheticCommand;
        return connection.client.callTool({ name: 'afd-call', arguments: { command: name, input: sample } });
      };
    };
    const subjects = [
      { name: 'off', run: calling(off) },
      { name: 'on', run: calling(on) },
    ];
    const runs: Timing[][] = [];
    for (let i = 0; i < repeats; i++) runs.push(await measure(subjects, { warmUp: i === 0 ? 4_000 : 500 }));
    const medians = (name: string) => runs.map((run) => medianOf(run, name));
    const ratios = medians('on').map((value, i) => value / (medians('off')[i] ?? Number.NaN));
    return [
      row('call', 'median', 'off', quantile(medians('off'), 0.5), 'ms'),
      row('call', 'median', 'on', quantile(medians('on'), 0.5), 'ms'),
      row('call', 'tracking-ratio', 'on/off', quantile(ratios, 0.5), 'ratio'),
      row('event/few-tools', 'write-us', 'sqlite', await writeCost(join(folder, 'few.db'), fewTools), 'us'),
      row('event/many-tools', 'write-us', 'sqlite', await writeCost(join(folder, 'many.db'), manyTools), 'us'),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Use = readonly [server: string, tool: string, session: string];

/** Three agents at the same time, each using the same eight tools again and again. */
function fewTools(turn: number): Use {
  const tool = (turn * 7) % 8;
  return [`server-${tool % 3}`, `tool-${tool}`, `s${Math.floor(turn / 400)}-${turn % 3}`];
}

/** The expensive case: 60 tools at the same time, and a new session after every ten calls. */
function manyTools(turn: number): Use {
  return [`server-${turn % 6}`, `tool-${(turn * 7) % 60}`, `s${Math.floor(turn / 10)}`];
}

/** Microseconds of processor time for each event, written in batches of the tracker's size. */
async function writeCost(path: string, use: (turn: number) => Use): Promise<number> {
  await using tracker = new UsageTracker({ store: sqliteStore({ path }), flushMs: 3_600_000 });
  let spent = 0;
  for (let tracked = 0; tracked < WARM_UP + WRITTEN; tracked += 200) {
    for (let i = 0; i < 200; i++) {
      const [server, tool, session_id] = use(tracked + i);
      tracker.trackAccess(server, tool, { session_id, client: 'claude-code', latencyMs: (i * 37) % 200 });
    }
    const before = process.cpuUsage();
    await tracker.flush();
    const { user, system } = process.cpuUsage(before);
    if (tracked >= WARM_UP) spent += user + system;
  }
  return spent / WRITTEN;
}
