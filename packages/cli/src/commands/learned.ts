import { defaultStateFolder, OutputShapes, openState, SearchMemory } from '@foldout/gateway/internal';
import { chooseConfigWithNotes } from '../find-config.ts';
import { typed } from '../invocation.ts';
import { CliError } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { type Column, table } from '../output/table.ts';
import { note, print, printJson } from '../output/terminal.ts';
import type { CommonOptions } from '../program.ts';

const LOCAL = 'local';
const DAY = 86_400_000;

/** What the use by the local user has taught: which searches lead to which tool, and the types of results. */
export async function learned(options: CommonOptions, [action = 'show']: readonly string[]): Promise<void> {
  if (action !== 'show' && action !== 'forget')
    throw new CliError(`There is no action '${oneLine(action)}'. Use show or forget.`);
  const { config } = (await chooseConfigWithNotes(options.config)).loaded;
  await using state = await openState(config.database, config.stateFolder ?? defaultStateFolder());
  const memory = new SearchMemory(state.documents).documents;
  const shapes = new OutputShapes(state.documents).documents;
  const [searches, types] = await Promise.all([memory.load(LOCAL), shapes.load(LOCAL)]);
  if (action === 'show') return show({ searches: rowsOf(searches), shapes: resultsOf(types) }, options.json === true);
  await Promise.all([memory.forget(LOCAL), shapes.forget(LOCAL)]);
  note(
    `forgot what searches led to ${counted(Object.keys(searches).length, 'tool')}, and the types of results of ${counted(Object.keys(types).length, 'tool')}`,
  );
}

interface SearchRow {
  readonly tool: string;
  readonly words: string;
  readonly count: number;
  readonly last: string;
}

interface ShapeRow {
  readonly tool: string;
  readonly results: number;
}

const SEARCH_COLUMNS: readonly Column<SearchRow>[] = [
  { head: 'search', cell: ({ words }) => oneLine(words) },
  { head: 'leads to', cell: ({ tool }) => oneLine(tool) },
  { head: 'times', cell: ({ count }) => String(count), align: 'right' },
  { head: 'last', cell: ({ last }) => last },
];
const SHAPE_COLUMNS: readonly Column<ShapeRow>[] = [
  { head: 'types of results of', cell: ({ tool }) => oneLine(tool) },
  { head: 'results', cell: ({ results }) => String(results), align: 'right' },
];

function rowsOf(searches: Awaited<ReturnType<SearchMemory['documents']['load']>>): SearchRow[] {
  return Object.entries(searches).flatMap(([tool, all]) =>
    all.map(({ words, count, day }) => {
      const last = new Date(day * DAY).toISOString().slice(0, 10);
      return { tool, words: words.join(' '), count: Math.round(count * 10) / 10, last };
    }),
  );
}

function resultsOf(shapes: Awaited<ReturnType<OutputShapes['documents']['load']>>): ShapeRow[] {
  return Object.entries(shapes).map(([tool, { seen }]) => ({ tool, results: seen }));
}

function show({ searches, shapes }: { searches: SearchRow[]; shapes: ShapeRow[] }, json: boolean): void {
  if (json) {
    printJson({ searches, shapes });
    return;
  }
  if (searches.length === 0 && shapes.length === 0) {
    note('nothing was learned yet');
    return;
  }
  if (searches.length > 0) print(table(SEARCH_COLUMNS, searches));
  if (shapes.length > 0) print(`\n${table(SHAPE_COLUMNS, shapes)}`);
  note(`to clear all of it: ${typed('learned forget')}`);
}
