import { join } from 'node:path';
import { expect, it } from 'vitest';
import { publishedServers } from '../fixtures/published-servers.mjs';
import { inPipe } from '../fixtures/terminal.ts';
import { connectTo, type GatewayClient, run } from './gateway-clients.ts';
import { eventually, Home } from './gateway-process.ts';

const SEARCH = 'see what is in this folder';
const CALLABLE = ['list_directory', 'directory_tree', 'list_directory_with_sizes', 'get_file_info'];

const ranks = async (client: GatewayClient): Promise<readonly string[]> => {
  const { structuredContent } = await run(client, 'afd-discover', { search: SEARCH });
  return structuredContent.data.commands.map(({ name }: { name: string }) => name);
};

it('a search that led to a call lifts the tool for like searches, until it is forgotten', {
  timeout: 90_000,
}, async () => {
  using home = new Home({ mcpServers: {}, toolStrategy: 'lazy' });
  const { filesystem } = publishedServers(home.folder);
  home.write({ mcpServers: { filesystem: filesystem?.config }, toolStrategy: 'lazy' } as never);
  const cli = (...args: string[]) => inPipe([...args, '--config', home.file], { env: { PATH: process.env['PATH'] } });
  let before: readonly string[];
  {
    await using client = await connectTo(home.stdio, 'legacy');
    before = await eventually(
      () => ranks(client),
      (names) => names.length > 2,
    );
    const last = before.findLast((name) => CALLABLE.includes(name)) ?? '';
    for (let i = 0; i < 3; i++) {
      await ranks(client);
      const called = await run(client, 'afd-call', { command: last, input: { path: join(home.folder, 'vault') } });
      expect([last, called.isError ?? false]).toEqual([last, false]);
    }
    const after = await ranks(client);
    expect(after.indexOf(last)).toBeLessThan(before.indexOf(last));
  }
  const shown = JSON.parse((await cli('learned', '--json')).stdout);
  expect(shown.searches).toEqual([expect.objectContaining({ words: expect.stringContaining('folder'), count: 3 })]);
  expect((await cli('learned', 'forget')).stderr).toContain('forgot what searches led to 1 tool');
  expect(JSON.parse((await cli('learned', 'show', '--json')).stdout)).toEqual({ searches: [], shapes: [] });
  {
    await using client = await connectTo(home.stdio, 'legacy');
    expect(await ranks(client)).toEqual(before);
  }
});
