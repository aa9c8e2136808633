import type { SearchExplanation, SearchHit } from '@foldout/core';
import { loadVectorTable } from '@foldout/core/node';
import { noServerAnswered, noteFailures, openCatalog } from '../catalog/open-catalog.ts';
import { noteScope } from '../catalog/visible-catalog.ts';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { cut, oneLine } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { isTerminal, note, print, printJson, style } from '../output/terminal.ts';

export interface SearchOptions {
  readonly config?: string;
  readonly refresh?: boolean;
  readonly limit?: number;
  readonly explain?: boolean;
  readonly json?: boolean;
}

const LIMIT = 10;
/** Scores from `GOOD` are green, from `FAIR` yellow. */
const GOOD = 0.7;
const FAIR = 0.3;
/** Hits below this score are hidden if a good hit was found. */
const WORTH_SHOWING = 0.05;

/** Finds tools from a plain sentence. Exit code 1 if no tool fits well, 4 if no server answered. */
export async function search(options: SearchOptions, words: readonly string[]): Promise<void> {
  const query = words.join(' ').trim();
  if (query === '') throw new CliError(`the search is empty. For example: ${typed('search "cancel an order"')}`);
  // Loads the vector table in parallel with the catalog. If loading fails, the search reports the error.
  void loadVectorTable().catch(() => {});
  const opened = await openCatalog(options, 'if-empty');
  const { known, visible } = opened;
  noteFailures(opened.statuses);
  const isDown = noServerAnswered(opened);
  const { limit = LIMIT, explain = false } = options;
  const answer = await known.search(query, { limit, explain });
  const { confident, menu } = answer;
  if (answer.hits.length === 0) noteScope(visible(), known);
  const hits = confident ? answer.hits.filter(({ score }) => score >= WORTH_SHOWING) : answer.hits;
  await known.close();
  if (options.json)
    printJson({
      query,
      confident,
      ...(answer.doubtful && { doubtful: true }),
      hits: hits.map(hitFacts),
      categories: confident ? [] : menu,
    });
  else {
    if (hits.length > 0) print(explain ? hits.map(explained).join('\n\n') : hitTable(hits));
    if (answer.doubtful) note('perhaps no tool fits: check the first one before you call it');
    if (isDown) note(`no server answered. To see why: ${typed('doctor')}`);
    else if (!confident) note(`no tool fits well${hits.length > 0 ? '; these are the closest' : ''}. Try other words.`);
  }
  if (!confident) process.exitCode = isDown ? EXIT.unavailable : EXIT.failed;
}

function hitFacts({ tool, score, tier, explanation }: SearchHit) {
  const { id, server, name, summary } = tool;
  return { tool: id, server, name, score: rounded(score), tier, summary, ...(explanation && { explanation }) };
}

function hitTable(hits: readonly SearchHit[]): string {
  return table<SearchHit>(
    [
      { head: 'score', cell: ({ score }) => score.toFixed(2), color: scoreColor },
      { head: 'tool', cell: ({ tool }) => oneLine(tool.id), color: style.bold },
      { head: 'found by', cell: ({ tier }) => tier, color: style.dim },
      { head: 'about', cell: ({ tool }) => oneLine(tool.summary), fills: true },
    ],
    hits,
  );
}

/** A hit with the parts of its score. */
function explained(hit: SearchHit): string {
  const { tool, score, tier, explanation } = hit;
  const head = `${scoreColor(score.toFixed(2))}  ${style.bold(oneLine(tool.id))}  ${style.dim(tier)}`;
  const lines = [`      ${cut(oneLine(tool.summary), 100)}`, ...(explanation ? sharesOf(explanation) : [])];
  return [head, ...lines].join('\n');
}

function sharesOf({ shares, words, similarity, steps }: SearchExplanation): string[] {
  const parts = Object.entries(shares).filter(([, share]) => share >= 0.005);
  const found = words.map(({ word, term, via, fields, share }) => {
    const how = via === 'word' && word === term ? '' : ` → ${oneLine(term)} (${via})`;
    return `      ${oneLine(word)}${how}  in ${fields.join(', ')}  ${share.toFixed(2)}`;
  });
  return [
    `      ${parts.map(([name, share]) => `${name} ${share.toFixed(2)}`).join(' + ') || 'no score parts'}${similarity === undefined ? '' : `; similarity ${similarity.toFixed(2)}`}`,
    ...found,
    ...(steps.length > 1 ? [`      steps: ${steps.map(oneLine).join(' | ')}`] : []),
  ].map((line) => (isTerminal ? style.dim(line) : line));
}

function scoreColor(text: string): string {
  const score = Number(text);
  if (score >= GOOD) return style.green(text);
  return score >= FAIR ? style.yellow(text) : style.red(text);
}

function rounded(score: number): number {
  return Math.round(score * 1_000) / 1_000;
}
