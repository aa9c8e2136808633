import { writeFile } from 'node:fs/promises';
import { noteFailures, quietLog } from '../catalog/open-catalog.ts';
import { refreshServers } from '../catalog/refresh-servers.ts';
import { chooseConfigWithNotes } from '../find-config.ts';
import { benchPicture } from '../measuring/bench-picture.ts';
import {
  type Measured,
  measureCalls,
  measureFinding,
  measureStart,
  measureSurfaces,
  type SurfaceCost,
} from '../measuring/measure-config.ts';
import { count, duration, percent, shareSaved, WHY_MORE } from '../output/figures.ts';
import { withProgress } from '../output/progress.ts';
import { table } from '../output/table.ts';
import { isTerminal, note, print, printJson, style } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';

interface BenchOptions extends CommonOptions {
  readonly svg?: string;
}

/** Measures the cost and the savings of Foldout with the user's own servers. */
export async function bench({ config: named, svg, json }: BenchOptions): Promise<void> {
  const chosen = await chooseConfigWithNotes(named);
  const { config } = chosen.loaded;
  const log = { ...quietLog(chosen), warn: () => {} };
  noteFailures(await refreshServers(config, log, 'unknown'));
  const measured = await withProgress('Measuring', async (progress): Promise<Measured> => {
    const surfaces = await measureSurfaces(config, log);
    progress.update('Measuring searches');
    const finding = await measureFinding(config, log, surfaces);
    progress.update('Measuring the start');
    const start = await measureStart(config, log, serveArguments(named));
    progress.update('Measuring calls');
    return { surfaces, ...finding, start, call: await measureCalls(log) };
  });
  if (svg !== undefined) await writeFile(svg, benchPicture(measured));
  if (json) printJson(measured);
  else {
    print(benchText(measured));
    noteMore(measured.surfaces);
  }
  if (svg !== undefined) note(`SVG image written to ${svg}`);
}

function noteMore([direct, ...surfaces]: readonly SurfaceCost[]): void {
  const more = surfaces.filter(({ tokens }) => tokens > (direct?.tokens ?? 0)).map(({ surface }) => surface);
  if (more.length > 0) note(`${more.join(', ')} cost more than listing the tools directly: ${WHY_MORE}`);
}

/** The arguments with which a client starts this program, with `--no-learning`: a measurement must not count as usage. */
function serveArguments(named: string | undefined): string[] {
  return [
    process.argv[1] ?? '',
    'serve',
    '--isolated',
    '--no-learning',
    ...(named === undefined ? [] : ['--config', named]),
  ];
}

function benchText(measured: Measured): string {
  const { surfaces, start, call } = measured;
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
      { head: 'without Foldout', cell: ([, direct]) => duration(direct), align: 'right' },
      { head: 'with Foldout', cell: ([, , through]) => duration(through), align: 'right' },
    ],
    [
      ['start until tools/list', start.serversMs, start.gatewayMs],
      ['call of an echo tool', call.directMs, call.gatewayMs],
    ],
  );
  return [costs, searchText(measured), times].join(isTerminal ? '\n\n' : '\n');
}

function searchText({ search, breakEven }: Measured): string {
  const { requests, first, five, tokens } = search;
  return table<readonly [string, string]>(
    [
      { head: 'search', cell: ([name]) => name, color: style.bold },
      { head: 'figure', cell: ([, figure]) => figure, align: 'right' },
    ],
    [
      ['requests in the words of your tools', count(requests)],
      ['the right tool is first', percent(first)],
      ['the right tool is among five', percent(five)],
      ['tokens of a search and its answer', count(tokens)],
      ['searches until direct is cheaper than lazy', count(breakEven ?? 0)],
    ],
  );
}
