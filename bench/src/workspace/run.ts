import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Tool } from '@foldout/core';
import { CATALOGS } from '../data-folders.ts';
import { printReport, type Row, say } from '../report.ts';
import { readCatalogs } from '../tokens/captured-catalogs.ts';
import { CapturedSource } from '../tokens/captured-source.ts';
import { BOUNDS } from './bounds.ts';
import { generationRows } from './generation.ts';
import { indexRows } from './indexing.ts';
import { navigationRows } from './navigation.ts';

/** `npm run bench -- workspace [--catalogs DIR] [--json]`: the tree of real tools, generated, compiled, walked and searched. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { catalogs: { type: 'string', default: CATALOGS }, json: { type: 'boolean', default: false } },
  });
  const tools = readCatalogs(values.catalogs).flatMap((catalog): readonly Tool[] =>
    new CapturedSource(catalog).tools(),
  );
  const scratch = mkdtempSync(join(tmpdir(), 'foldout-bench-'));
  try {
    say(`${tools.length} tools …`);
    const root = join(scratch, 'tree');
    const rows = [
      ...(await generationRows(tools, root, join(scratch, 'plain'))),
      ...(await navigationRows(root)),
      ...(await indexRows(tools.slice(0, 100))),
    ];
    printReport('workspace', rows, values.json);
    judge(rows);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function judge(rows: readonly Row[]): void {
  for (const { case: name, metric, under } of BOUNDS) {
    const found = rows.find((row) => row.case === name && row.metric === metric && row.subject === 'foldout');
    const holds = found !== undefined && found.value < under;
    say(`${holds ? 'PASS' : 'FAIL'}  ${name} under ${under} ${found?.unit ?? metric}: ${found?.value.toPrecision(3)}`);
    if (!holds) process.exitCode = 1;
  }
}
