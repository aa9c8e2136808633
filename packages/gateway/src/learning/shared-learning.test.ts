import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FixedUpstream } from '../../../../test/fixtures/fixed-upstream.ts';
import { type PostgresServer, startPostgres } from '../../../../test/fixtures/postgres.mjs';
import { dataOf } from '../../../../test/fixtures/tools.ts';
import { Gateway } from '../gateway.ts';
import { FileState } from '../state/file-state.ts';
import { DeferredUsage } from './deferred-usage.ts';

const TOOLS = ['find_invoice', 'send_mail'].map((name) => ({ name, description: `Runs ${name}.`, inputSchema: {} }));
const LOG = { info: () => {}, warn: () => {} };

let postgres: PostgresServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foldout-learning-'));
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

function open(database: string, name: string): Gateway {
  return new Gateway({
    config: { mcpServers: { desk: { command: 'x' } } },
    version: '1',
    log: LOG,
    state: new FileState(join(folder, name)),
    usage: new DeferredUsage(database, LOG),
    upstreamOf: (server) => new FixedUpstream(server, { tools: TOOLS }),
  });
}

describe('two gateways on one database', () => {
  it('share usage data', async () => {
    const database = await postgres.createDatabase();
    const [first, second] = [open(database, 'first'), open(database, 'second')] as const;
    try {
      for (let session = 0; session < 6; session += 1) {
        for (const command of ['find_invoice', 'send_mail']) {
          await first.server.engine.call({ command, input: {} }, { sessionId: `s${session}` });
        }
      }
      await vi.waitFor(() => expect(first.usage).toBeDefined());
      await first.usage?.tracker.flush();
      const hint = async () => {
        const { commands } = dataOf(await second.server.engine.discover({ search: 'find_invoice' }));
        return commands[0]?.next;
      };
      await vi.waitFor(async () => expect(await hint()).toBe('often followed by send_mail'), { timeout: 20_000 });
    } finally {
      await first.close();
      await second.close();
    }
  });
});
