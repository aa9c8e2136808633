import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GatewayConfig, openGateway, serveOverHttp } from '@foldout/gateway';
import { expect, it, onTestFinished } from 'vitest';
import { hostile } from '../fixtures/upstreams.ts';
import { postModern } from './raw-requests.ts';

const PAGE = join(import.meta.dirname, '../../docs/reference/http.md');

/** The names in the table of metrics. */
function documented(): string[] {
  return [...readFileSync(PAGE, 'utf8').matchAll(/^\| `(foldout_\w+)` \|/gm)].map(([, name = '']) => name);
}

it('has samples of every documented metric after one list and one call', async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'foldout-metrics-'));
  onTestFinished(() => rmSync(stateFolder, { recursive: true, force: true }));
  const config: GatewayConfig = {
    stateFolder,
    learning: false,
    toolStrategy: 'individual',
    mcpServers: { steady: hostile() },
    http: { port: 0 },
  };
  const log = { info: () => {}, warn: () => {} };
  const gateway = await openGateway({ config, version: '1', log });
  onTestFinished(() => gateway.close());
  await gateway.learnUnknown();
  const serving = await serveOverHttp(gateway, { config, log });
  onTestFinished(() => serving.close());
  for (const [method, params] of [
    ['tools/list', {}],
    ['tools/call', { name: 'echo', arguments: { say: 'hello' } }],
  ] as const) {
    const [{ result }] = await (await postModern(serving.url, { method, params }, {})).messages();
    expect(result.isError).toBeFalsy();
  }
  const lines = (await (await fetch(new URL('/metrics', serving.url))).text()).split('\n');
  const names = documented();
  expect(names.length).toBeGreaterThan(7);
  const withoutSamples = names.filter(
    (name) => !lines.some((line) => line.startsWith(name) && /\} [1-9]|\s[1-9]/.test(line)),
  );
  expect(withoutSamples).toEqual([]);
  for (const kind of ['list', 'result']) {
    expect(lines.some((line) => line.startsWith(`foldout_tokens_sent_total{kind="${kind}"} `))).toBe(true);
  }
});
