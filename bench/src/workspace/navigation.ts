import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FilesystemNavigator, TreeSearch } from '@foldout/workspace';
import { measure, type Subject } from '../measure.ts';
import { type Row, row } from '../report.ts';
import { timingRows } from '../timing-rows.ts';

const QUERIES = ['get a document', 'create an issue in a repository', 'send a message to a channel', 'list my files'];

/** Each operation of the navigator, compared with the plain `fs` call, on the largest server of the tree. */
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
  const rows = [row('list-tools', 'tools', 'foldout', tools, 'tools')];
  for (const [name, [ours, plain]] of Object.entries(steps)) {
    rows.push(
      ...(await timings(name, [
        { name: 'foldout', run: ours },
        { name: 'plain-fs', run: plain },
      ])),
    );
  }
  rows.push(await firstSearch(root, 'search/first'));
  rows.push(await firstSearch(root, 'search/first, with a saved index'));
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

/** Time to the first answer in a new process. */
async function firstSearch(root: string, name: string): Promise<Row> {
  const started = performance.now();
  await new TreeSearch(root).search(QUERIES[0] ?? '', 'name');
  return row(name, 'ms', 'foldout', performance.now() - started, 'ms');
}

async function timings(name: string, subjects: readonly Subject[]): Promise<Row[]> {
  return timingRows(name, await measure(subjects, { warmUp: 50, rounds: 300, budgetMs: 3_000 }));
}

async function largest(navigator: FilesystemNavigator): Promise<{ server: string; tool: string; tools: number }> {
  let best = { server: '', tool: '', tools: 0 };
  for (const { name } of await navigator.listServers()) {
    const tools = await navigator.listTools(name);
    if (tools.length > best.tools) best = { server: name, tool: tools[0]?.name ?? '', tools: tools.length };
  }
  return best;
}
