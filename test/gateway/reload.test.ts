import { openGateway } from '@foldout/gateway';
import { expect, it } from 'vitest';
import { allGone, hostile } from '../fixtures/upstreams.ts';
import { Home } from './gateway-process.ts';

const log = { info: () => {}, warn: () => {} };

it('applies the last of several configurations written while a server is stopping', async () => {
  using home = new Home({ mcpServers: {} });
  const stateFolder = home.folder;
  const config = { stateFolder, mcpServers: { leaving: hostile('stubborn'), staying: hostile() } };
  await using gateway = await openGateway({ config, version: '1', log });
  await gateway.learnUnknown();
  const pids = gateway.upstreams.map(({ status }) => status.pid as number);
  const [first, second] = ['first', 'second'].map((name) => ({
    stateFolder,
    mcpServers: { staying: hostile(), [name]: hostile() },
  }));
  if (!first || !second) throw new Error('There are two');
  await Promise.all([gateway.apply(first), gateway.apply(second)]);
  expect(gateway.upstreams.map(({ name }) => name)).toEqual(['second', 'staying']);
  // Servers that stayed in the configuration were not restarted; removed servers are gone.
  expect(gateway.upstream('staying')?.status.pid).toBe(pids[1]);
  expect(await allGone(pids.slice(0, 1))).toEqual([]);
});
