import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openGateway } from '@foldout/gateway';
import { describe, expect, it } from 'vitest';
import { fixture } from '../fixtures/upstreams.ts';
import { eventually, Home } from './gateway-process.ts';

const SCRIPT = resolve(import.meta.dirname, '../fixtures/trust-on-small-disk.mjs');
/** A real small file system needs a mount namespace, which not every machine allows. */
const NAMESPACE = ['-Urm', '--', process.execPath];
const canMount = spawnSync('unshare', ['-Urm', '--', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

const log = { info: () => {}, warn: () => {} };

function open(home: Home, trust: 'flag' | 'pinned' | 'quarantine') {
  const config = { stateFolder: home.folder, trust, mcpServers: { everything: EVERYTHING } };
  return openGateway({ config, version: '1', log });
}
const EVERYTHING = fixture('asking.mjs');

describe('the tools of a pinned server', () => {
  it.runIf(canMount)('are withheld while their approval cannot be written: full disk, read-only disk', () => {
    const { stdout, stderr } = spawnSync('unshare', [...NAMESPACE, SCRIPT], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const answer = expect.stringContaining('could not be read or stored');
    expect(JSON.parse(stdout)).toEqual({ full: answer, readOnly: answer, usable: 'usable' });
  });

  it('are withheld when the approvals on the disk cannot be read, until they are approved again', async () => {
    using home = new Home({ mcpServers: {} });
    {
      await using gateway = await open(home, 'pinned');
      await gateway.learnUnknown();
      await gateway.judged();
      expect(usable(gateway)).not.toEqual([]);
    }
    for (const file of approvalFiles(home)) writeFileSync(file, '\0\0\0 not a log \0\0');
    await using gateway = await open(home, 'pinned');
    await gateway.judged();
    expect(usable(gateway)).toEqual([]);
    await gateway.trustOf('everything')?.approve('tester', undefined);
    expect(usable(gateway)).not.toEqual([]);
  });
});

describe('a changed `trust`', () => {
  it('takes effect when the configuration is reloaded', async () => {
    using home = new Home({ mcpServers: {} });
    await using gateway = await open(home, 'flag');
    await gateway.learnUnknown();
    const before = usable(gateway);
    expect(before).not.toEqual([]);
    rmSync(join(home.folder, 'approvals'), { recursive: true, force: true });

    const base = { stateFolder: home.folder, mcpServers: { everything: EVERYTHING } };
    await gateway.apply({ ...base, trust: 'quarantine' });
    expect(usable(gateway)).toEqual([]);
    await gateway.apply({ ...base, trust: 'flag' });
    expect(
      await eventually(
        () => usable(gateway),
        (ids) => ids.length === before.length,
      ),
    ).toEqual(before);
  });
});

describe('a server in quarantine', () => {
  it('offers nothing until it is approved', async () => {
    using home = new Home({ mcpServers: {} });
    await using gateway = await open(home, 'quarantine');
    await gateway.learnUnknown();
    expect(usable(gateway)).toEqual([]);
    const { engine } = gateway.server;
    const [entry] = engine.catalog.entries();
    const { error } = await engine.call({ command: entry?.tool.id ?? '', input: {} });
    expect(`${error?.message} ${error?.suggestion}`).toContain('is in quarantine');
    await gateway.compareWithApprovals('everything');
    await gateway.trustOf('everything')?.approve('tester');
    expect(usable(gateway)).not.toEqual([]);
  });
});

function usable({ server }: Awaited<ReturnType<typeof open>>): string[] {
  return server.engine.catalog.entries().flatMap(({ tool }) => (tool.enabled ? [tool.id] : []));
}

function approvalFiles(home: Home): string[] {
  return readdirSync(join(home.folder, 'approvals')).flatMap((name) =>
    name.endsWith('.approvals') ? [join(home.folder, 'approvals', name)] : [],
  );
}
