import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FilesystemNavigator, TreeSearch } from '@foldout/workspace';
import { measure, type Subject } from '../measure.ts';
import type { Row } from '../report.ts';

const QUERIES = ['get a document', 'create an issue in a repository', 'send a message to a channel', 'list my files'];

/** Each step of the navigator beside the bare call that it stands for, on the largest server of the tree. */
export async function navigationRows(root: string): Promise<Row[]> {
  const navigator = new FilesystemNavigator(root);
  const { server, tool, tools } = await largest(navigator);
  const folder = join(root, 'servers', server);
  const path = join(folder, `${tool}.ts`);
  const steps: Readonly<Record<string, readonly [ours: () => unknown, plain: () => unknown]>> = {
    'list-servers': [() => navigator.listServers(), () => readdir(join(root, 'servers'), { withFileTypes: true })],
    'list-tools': [() => navigator.listTools(server), () => readdir(folder, { withFileTypes: true })],
    'read-description': [() => navigator.readToolDescription(server, tool), () => readFile(path, 'utf8')],
    'read-definition': [() => navigator.readToolDefinition(server, tool), () => readFile(path, 'utf8')],
  };
  const rows: Row[] = [{ case: 'list-tools', metric: 'tools', subject: 'foldout', value: tools, unit: 'tools' }];
  for (const [name, [ours, plain]] of Object.entries(steps)) {
    rows.push(
      ...(await timings(name, [
        { name: 'foldout', run: ours },
        { name: 'plain-fs', run: plain },
      ])),
    );
  }
  rows.push(await firstSearch(root, 'search/first'));
  rows.push(await firstSearch(root, 'search/first, index kept'));
  const search = new TreeSearch(root);
  let next = 0;
  const run = (level: 'name' | 'description') => () => search.search(QUERIES[next++ % QUERIES.length] ?? '', level);
  rows.push(
    ...(await timings('search', [
      { name: 'foldout', run: run('description') },
      { name: 'names-only', run: run('name') },
    ])),
  );
  return rows;
}

/** What a new process pays before its first answer. */
async function firstSearch(root: string, name: string): Promise<Row> {
  const started = performance.now();
  await new TreeSearch(root).search(QUERIES[0] ?? '', 'name');
  return { case: name, metric: 'ms', subject: 'foldout', value: performance.now() - started, unit: 'ms' };
}

async function timings(name: string, subjects: readonly Subject[]): Promise<Row[]> {
  const measured = await measure(subjects, { warmUp: 50, rounds: 300, budgetMs: 3_000 });
  return measured.flatMap(({ subject, medianMs, p95Ms }) => [
    { case: name, metric: 'ms', subject, value: medianMs, unit: 'ms' },
    { case: name, metric: 'p95', subject, value: p95Ms, unit: 'ms' },
  ]);
}

async function largest(navigator: FilesystemNavigator): Promise<{ server: string; tool: string; tools: number }> {
  let best = { server: '', tool: '', tools: 0 };
  for (const { name } of await navigator.listServers()) {
    const tools = await navigator.listTools(name);
    if (tools.length > best.tools) best = { server: name, tool: tools[0]?.name ?? '', tools: tools.length };
  }
  return best;
}
