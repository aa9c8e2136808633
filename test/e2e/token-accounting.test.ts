import { estimateTokens } from '@foldout/core';
import type { ToolStrategy } from '@foldout/server';
import { openUsage } from '@foldout/usage';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { createShopServer, sharedShop } from './shop.ts';

interface Visit {
  readonly client: string;
  readonly toolStrategy?: ToolStrategy;
  /** How often the client lists the tools in its session. */
  readonly lists?: number;
  readonly search?: string;
}

/** The figures of `foldout stats` after one session of a client with a real server. */
async function figuresAfter({ client: name, toolStrategy = 'auto', lists = 1, search }: Visit) {
  const server = createShopServer({ commands: sharedShop(), toolStrategy });
  await using usage = openUsage('memory');
  usage.account(server);
  const client = new Client({ name, version: '1' }, { versionNegotiation: { mode: 'legacy' } });
  const [near, far] = InMemoryTransport.createLinkedPair();
  server.connect(far);
  await client.connect(near);
  let sent = 0;
  for (let time = 0; time < lists; time++) {
    const { tools } = await client.listTools();
    // Annotations, output schemas and `_meta` reach no model.
    const prompts = tools.map(({ name, description, inputSchema }) =>
      JSON.stringify({ name, description, inputSchema }),
    );
    sent = prompts.reduce((sum, text) => sum + estimateTokens(text), 0);
  }
  if (search !== undefined) await client.callTool({ name: 'afd-discover', arguments: { search } });
  await usage.ledger.settled();
  await usage.tracker.flush();
  const { today } = await usage.reports.tokensSaved();
  await client.close();
  await server.stop();
  return { ...today, onTheWire: sent };
}

describe('the tokens that stats counts', () => {
  it('are the whole list for a client that loads every tool', async () => {
    const { listed, sent, saved, onTheWire } = await figuresAfter({ client: 'a-client-nobody-knows' });
    expect(listed).toBeGreaterThan(8_000);
    expect(sent).toBe(onTheWire);
    expect(saved).toBe(listed - onTheWire);
  });

  it('are only names for a client that defers tools by itself: Foldout does not claim its saving', async () => {
    const { listed, sent, saved, onTheWire } = await figuresAfter({
      client: 'claude-code',
      toolStrategy: 'individual',
    });
    expect(onTheWire).toBeGreaterThan(8_000);
    // 83 names of about 8 tokens, and the three tools of `individual`.
    expect(listed).toBeGreaterThan(400);
    expect(listed).toBeLessThan(1_200);
    expect(Math.abs(saved)).toBeLessThan(60);
    expect(sent).toBeLessThan(1_200);
  });

  it('are nothing for a client that shows its model not even the names', async () => {
    const { listed, sent } = await figuresAfter({ client: 'codex-mcp-client', toolStrategy: 'individual' });
    expect([listed, sent]).toEqual([0, 0]);
  });

  it('do not include tools beyond the limit of the client', async () => {
    const all = await figuresAfter({ client: 'a-client-nobody-knows' });
    const { listed } = await figuresAfter({ client: 'cursor-vscode' });
    // Cursor loads 40 tools; the shop has 83.
    expect(listed).toBeGreaterThan(all.listed * 0.3);
    expect(listed).toBeLessThan(all.listed * 0.65);
  });

  it('count a list once that a session reads five times', async () => {
    const once = await figuresAfter({ client: 'a-client-nobody-knows' });
    expect(await figuresAfter({ client: 'a-client-nobody-knows', lists: 5 })).toEqual(once);
  });

  it('include what a search sends', async () => {
    const before = await figuresAfter({ client: 'a-client-nobody-knows', toolStrategy: 'lazy' });
    const after = await figuresAfter({ client: 'a-client-nobody-knows', toolStrategy: 'lazy', search: 'pay back' });
    expect(after.sent).toBeGreaterThan(before.sent + 30);
    expect(after.listed).toBe(before.listed);
  });
});
