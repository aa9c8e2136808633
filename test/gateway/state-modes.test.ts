import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { hostile } from '../fixtures/upstreams.ts';
import { connectTo } from './gateway-clients.ts';
import { eventually, GatewayProcess, Home } from './gateway-process.ts';

/** Folders and files with other modes than 0700 and 0600. A socket is a file too. */
function openTo(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const mode = statSync(path).mode & 0o777;
    const wanted = entry.isDirectory() ? 0o700 : 0o600;
    return mode === wanted ? [] : [`${relative(folder, path)} ${mode.toString(8)}`];
  });
}

it.runIf(process.platform !== 'win32')(
  'every file of the state is 0600 in a 0700 folder, also those of SQLite, whatever the umask',
  { timeout: 60_000 },
  async () => {
    using home = new Home({ trust: 'pinned', mcpServers: { one: hostile() } });
    const state = join(home.folder, 'state');
    const before = process.umask(0);
    try {
      await using gateway = await GatewayProcess.start(home);
      await using client = await connectTo(gateway.target, 'legacy');
      await client.callTool({ name: 'afd-call', arguments: { command: 'one/echo', input: { n: 1 } } });
      const names = () => readdirSync(state).sort();
      await eventually(names, (found) => found.includes('usage.db-wal') || found.includes('usage.db'));
      expect(names()).toEqual(expect.arrayContaining(['approvals', 'servers', 'usage.db']));
      expect(openTo(state)).toEqual([]);
      expect((statSync(state).mode & 0o777).toString(8)).toBe('700');
    } finally {
      process.umask(before);
    }
    expect(openTo(state)).toEqual([]);
  },
);
