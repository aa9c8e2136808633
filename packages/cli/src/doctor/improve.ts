import type { Tool } from '@foldout/core';
import {
  type Improvement,
  type ImprovementReport,
  improvedOverlay,
  improveTools,
  LOCAL_PRINCIPAL,
  wholeWords,
} from '@foldout/core/internal';
import type { GatewayConfig } from '@foldout/gateway';
import { defaultStateFolder, openState, SearchMemory } from '@foldout/gateway/internal';
import { openOwnConfig, writeFields } from '../adding/own-config.ts';
import { unknownServer } from '../catalog/look-up.ts';
import { checkAnswered, openCatalog } from '../catalog/open-catalog.ts';
import { typed } from '../invocation.ts';
import { canAsk, confirmed } from '../output/ask.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted, percent } from '../output/figures.ts';
import { withProgress } from '../output/progress.ts';
import { oneLine } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { note, print, printJson, style } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';

interface ImproveOptions extends CommonOptions {
  readonly yes?: boolean;
}

/** Proposes overlays with which search finds more tools, and writes them if the user agrees. */
export async function improve(options: ImproveOptions, server: string | undefined): Promise<void> {
  const opened = await openCatalog(options, 'unknown');
  checkAnswered(opened);
  const { known, visible, chosen } = opened;
  const tools = visible()
    .catalog.entries()
    .map(({ tool }) => tool);
  const search = await known.searchParts();
  await known.close();
  if (tools.length === 0) throw new CliError(`no tools are known yet. To read them: ${typed('list')}`, EXIT.failed);
  if (server !== undefined && !known.servers.some(({ name }) => name === server))
    throw unknownServer(server, known.servers);
  const said = await learnedRequests(chosen.loaded.config, wholeWords(tools));
  const report = await withProgress('Measuring', ({ update }) =>
    improveTools(tools, {
      search,
      said: ({ id }) => said.get(id) ?? [],
      ...(server !== undefined && { only: (tool) => tool.server === server }),
      onProgress: (done, total) => update(`Measuring: ${percent(done / total)}`),
    }),
  );
  const { improvements } = report;
  if (!options.json) show(report, tools.length);
  const written = improvements.length > 0 && (await mayWrite(options, improvements.length));
  const { overlays } = chosen.loaded.config;
  const fields = improvements.flatMap((improvement) => {
    const { name, fields: own } = improvedOverlay(improvement, overlays);
    return own.map(({ path, value }) => ({ path: ['overlays', name, ...path], value }));
  });
  const own = written ? openOwnConfig(options.config) : undefined;
  const backup = own && (await writeFields(own, fields));
  if (options.json) return printJson({ ...asJson(report), written, file: own?.file ?? null, backup: backup ?? null });
  if (own)
    note(`wrote ${counted(improvements.length, 'overlay')} to ${own.file}${backup ? ` (backup: ${backup})` : ''}`);
}

/** Tool → the words of searches of the local user that ended in a call of the tool. */
async function learnedRequests(
  { database, stateFolder }: GatewayConfig,
  written: (stems: readonly string[]) => string,
): Promise<ReadonlyMap<string, string[]>> {
  await using state = await openState(database, stateFolder ?? defaultStateFolder());
  const searches = await new SearchMemory(state.documents).searchesOf(LOCAL_PRINCIPAL);
  return new Map([...searches].map(([id, all]) => [id, all.map(written)]));
}

function show({ improvements, touched, others, dropped }: ImprovementReport, tools: number): void {
  if (improvements.length > 0) {
    print(
      table<Improvement>(
        [
          { head: 'tool', cell: ({ tool }) => oneLine(tool.id), color: style.bold },
          { head: 'found before', cell: ({ before }) => percent(before), align: 'right' },
          { head: 'after', cell: ({ after }) => percent(after), align: 'right', color: style.green },
          { head: 'overlay', cell: textOf },
        ],
        improvements,
      ),
    );
    note(
      `With ${counted(improvements.length, 'overlay')}, requests for these tools find them among the first five in ${percent(touched.after)} of cases, ` +
        `before in ${percent(touched.before)}; for the other ${others.tools}: ${percent(others.after)}, before ${percent(others.before)}.`,
    );
  } else
    note(
      `no overlay helps: requests made of their own words find ${percent(others.before)} of ${counted(tools, 'tool')}.`,
    );
  if (dropped > 0) note(`${counted(dropped, 'proposal')} did not help, or harmed another tool, and were dropped.`);
}

function textOf({ overlay: { aliases = [], description } }: Improvement): string {
  const parts = aliases.length > 0 ? [`aliases: ${aliases.join(', ')}`] : [];
  return oneLine([...parts, ...(description === undefined ? [] : [`description: ${description}`])].join('; '));
}

async function mayWrite({ yes, json }: ImproveOptions, overlays: number): Promise<boolean> {
  if (yes) return true;
  if (json || !canAsk()) {
    note(`nothing was written. To write the overlays: ${typed('doctor --improve --yes')}`);
    return false;
  }
  return confirmed(`Write ${counted(overlays, 'overlay')} to the configuration?`, true);
}

function asJson({ improvements, ...report }: ImprovementReport) {
  const idOf = (tool: Tool) => tool.id;
  return { ...report, improvements: improvements.map(({ tool, ...rest }) => ({ tool: idOf(tool), ...rest })) };
}
