import { writeFile } from 'node:fs/promises';
import { askServers } from '../catalog/ask-servers.ts';
import { noteFailures, quietLog } from '../catalog/open-catalog.ts';
import { chooseConfigAloud } from '../find-config.ts';
import { benchPicture } from '../measuring/bench-picture.ts';
import {
  type Measured,
  measureCalls,
  measureStart,
  measureSurfaces,
  type SurfaceCost,
} from '../measuring/measure-config.ts';
import { count, duration, shareSaved } from '../output/figures.ts';
import { withProgress } from '../output/progress.ts';
import { table } from '../output/table.ts';
import { isTerminal, note, print, printJson, style } from '../output/terminal.ts';

export interface BenchOptions {
  readonly config?: string;
  readonly svg?: string;
  readonly json?: boolean;
}

/** What Foldout costs and saves with the user's own servers. */
export async function bench({ config: named, svg, json }: BenchOptions): Promise<void> {
  const chosen = chooseConfigAloud(named);
  const { config } = chosen.loaded;
  const log = { ...quietLog(chosen), warn: () => {} };
  noteFailures(await askServers(config, log, 'unknown'));
  const measured = await withProgress('Measuring', async (progress): Promise<Measured> => {
    const surfaces = await measureSurfaces(config, log);
    progress.say('Measuring the start');
    const start = await measureStart(config, log, serveArguments(named));
    progress.say('Measuring calls');
    return { surfaces, start, call: await measureCalls(log) };
  });
  if (svg !== undefined) await writeFile(svg, benchPicture(measured));
  if (json) printJson(measured);
  else print(benchText(measured));
  if (svg !== undefined) note(`the picture is in ${svg}`);
}

/** This very program, as a client would start it. */
function serveArguments(named: string | undefined): string[] {
  return [process.argv[1] ?? '', 'serve', ...(named === undefined ? [] : ['--config', named])];
}

function benchText({ surfaces, start, call }: Measured): string {
  const direct = surfaces[0]?.tokens ?? 0;
  const costs = table<SurfaceCost>(
    [
      { head: 'surface', cell: ({ surface }) => surface, color: style.bold },
      { head: 'tools listed', cell: ({ tools }) => count(tools), align: 'right' },
      { head: 'tokens', cell: ({ tokens }) => count(tokens), align: 'right' },
      {
        head: 'saved',
        cell: (row) => (row.surface === 'direct' ? '' : shareSaved(direct, row.tokens)),
        align: 'right',
        color: style.green,
      },
    ],
    surfaces,
  );
  const times = table<readonly [string, number, number]>(
    [
      { head: 'time', cell: ([name]) => name, color: style.bold },
      { head: 'straight', cell: ([, straight]) => duration(straight), align: 'right' },
      { head: 'with Foldout', cell: ([, , through]) => duration(through), align: 'right' },
    ],
    [
      ['start to the list of tools', start.serversMs, start.gatewayMs],
      ['one call (an echo)', call.directMs, call.gatewayMs],
    ],
  );
  return [costs, times].join(isTerminal ? '\n\n' : '\n');
}
