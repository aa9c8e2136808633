import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Arguments, OptionTable } from './arguments.ts';
import { Problem } from './problem.ts';
import { say } from './report.ts';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Data sets that are too large for the repository may lie beside the checkout. */
const BESIDE = { catalogs: folder('../../../shared/data/catalogs'), sets: folder('../../../shared/data/retrieval') };
/** Twelve invented servers and requests for their tools, written for this repository. */
const SMALL = { catalogs: folder('../data/small/catalogs'), sets: folder('../data') };

const OPTIONS = {
  catalogs: {
    value: 'DIR',
    about: 'Folder with one <server>.json for each server: { "tools": [...] }, as tools/list sent it',
  },
  sets: { value: 'DIR', about: 'Folder with one folder for each query set: tools.jsonl and queries.jsonl' },
} as const satisfies OptionTable;

type Data = keyof typeof OPTIONS;

const ADVICE: Readonly<Record<Data, string>> = {
  catalogs:
    'To measure real servers, save the answer of each one to tools/list as DIR/<server>.json and pass --catalogs DIR.',
  sets: 'To measure public query sets, convert each to DIR/<set>/tools.jsonl and queries.jsonl and pass --sets DIR.',
};

export const CATALOGS_OPTION: OptionTable = { catalogs: OPTIONS.catalogs };
export const SETS_OPTION: OptionTable = { sets: OPTIONS.sets };

/** The folder named by the option. Default: the folder beside the checkout, then the small set in the repository. */
export function dataFolder(args: Arguments, data: Data): string {
  const found = namedOrBeside(args, data);
  if (found) return found;
  if (!args.quick) {
    say(`There is no data at ${BESIDE[data]}. This run uses the small invented set in bench/data/small;`);
    say(`its figures cannot be compared with the published ones. ${ADVICE[data]} Formats and sources: bench/README.md`);
  }
  return SMALL[data];
}

/** Like `dataFolder`, but without the small set: undefined if no folder is named or found. */
export function namedOrBeside(args: Arguments, data: Data): string | undefined {
  const named = args.text(data);
  if (named !== undefined && !isFolder(named)) {
    throw new Problem(`'${named}' of --${data} is not a folder that can be read. ${ADVICE[data]}`);
  }
  // The quick form always measures the same data, so that its figures can be compared.
  return named ?? (!args.quick && existsSync(BESIDE[data]) ? BESIDE[data] : undefined);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
