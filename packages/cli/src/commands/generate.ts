import { resolve } from 'node:path';
import { generateTree, TreeError, type TreeReport } from '@foldout/workspace';
import { noteFailures, openCatalog } from '../catalog/open-catalog.ts';
import { noteEmptyScope } from '../catalog/visible-catalog.ts';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { withProgressBar } from '../output/progress-bar.ts';
import { note, print, printJson } from '../output/terminal.ts';

export interface GenerateOptions {
  readonly config?: string;
  readonly refresh?: boolean;
  readonly check?: boolean;
  readonly overwrite?: boolean;
  readonly json?: boolean;
}

const ROOT = 'workspace';
/** How many names are shown of a list of files. */
const SHOWN = 5;

/** Every tool as a TypeScript file. Exit code 1 with --check where the tree is not what it should be. */
export async function generate(options: GenerateOptions, [root = ROOT]: readonly string[]): Promise<void> {
  const { known, visible, statuses } = await openCatalog(options, 'unknown');
  noteFailures(statuses);
  noteEmptyScope(visible);
  const tools = visible.catalog.entries().map(({ tool }) => tool);
  const { unknown: unknownServers } = known;
  if (unknownServers.length > 0) note(`what was generated for ${unknownServers.join(', ')} before stays as it is`);
  const { check = false, overwrite = false } = options;
  const folder = resolve(root);
  const report = await withProgressBar(check ? 'Comparing files' : 'Writing files', (advance) =>
    generateTree(tools, {
      root: folder,
      check,
      overwrite,
      unknownServers,
      onProgress: ({ done, total }) => advance(done, total),
    }),
  ).catch((error: unknown) => explain(error, folder));
  if (options.json) printJson({ root: folder, ...report });
  else print(summaryOf(report, folder, check));
  for (const { path, reason } of report.kept.slice(0, SHOWN)) {
    note(
      `${path} was left alone: it is ${reason === 'edited' ? 'edited (--overwrite takes it back)' : 'not one of ours'}`,
    );
  }
  if (check && !report.current) {
    note(`not current: run ${typed(`generate ${root}`)}`);
    process.exitCode = EXIT.failed;
  }
}

function summaryOf(report: TreeReport, folder: string, check: boolean): string {
  const { servers, tools, files, missing, stale, extra } = report;
  const [made, changed, gone] = check ? ['missing', 'stale', 'too many'] : ['new', 'rewritten', 'removed'];
  const lines = [
    `${folder}: ${counted(tools, 'tool')} of ${counted(servers, 'server')} in ${counted(files, 'file')}`,
    `${missing.length} ${made}, ${stale.length} ${changed}, ${extra.length} ${gone}`,
  ];
  return lines.join('\n');
}

function explain(error: unknown, folder: string): never {
  if (error instanceof TreeError) throw new CliError(error.message, EXIT.failed);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') throw error;
  throw new CliError(`cannot work in ${folder} (${code}): name a folder that you may read and write`, EXIT.failed);
}
