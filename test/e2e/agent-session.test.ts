import { TOOL_STRATEGIES, type ToolStrategy } from '@foldout/server';
import { describe, expect, it } from 'vitest';
import { runSession, STEPS } from './agent-session.ts';
import { CLIENTS, type ClientKind, type Target } from './clients.ts';
import { createShopServer, type ShopOptions, shopOverStdio } from './shop.ts';
import { adapterFor, CORE_TOOLS } from './surface-adapters.ts';

const [LEGACY, MODERN] = CLIENTS as [ClientKind, ClientKind];
const SESSIONS = TOOL_STRATEGIES.flatMap((strategy) =>
  [LEGACY, MODERN].flatMap((kind) => (['stdio', 'http'] as const).map((transport) => ({ strategy, kind, transport }))),
);

/** Each session has its own shop, which starts with the same data. */
async function open(
  strategy: ToolStrategy,
  transport: 'stdio' | 'http',
): Promise<{ target: Target; stop(): Promise<void> }> {
  const options: ShopOptions = { toolStrategy: strategy, coreTools: CORE_TOOLS, maxResultChars: 15_000 };
  if (transport === 'stdio') return { target: shopOverStdio(options), stop: async () => {} };
  const server = createShopServer({ ...options, transport, port: 0 });
  await server.start();
  return { target: { kind: 'http', url: server.url ?? '' }, stop: () => server.stop() };
}

async function session(strategy: ToolStrategy, kind: ClientKind, transport: 'stdio' | 'http') {
  const { target, stop } = await open(strategy, transport);
  const client = await kind.connect(target);
  try {
    expect(client.era).toBe(kind.era);
    return await runSession(client, adapterFor(strategy, client));
  } finally {
    await client.close();
    await stop();
  }
}

describe('an agent session of thirty steps', () => {
  let expected: Record<string, unknown> | undefined;

  it('has thirty steps, each with its own name', () => {
    expect(STEPS).toHaveLength(30);
    expect(new Set(STEPS.map((step) => step.name)).size).toBe(30);
  });

  it('has the expected outcome of every step', async () => {
    expected = await session('lazy', MODERN, 'http');
    expect(expected['browse everything']).toHaveLength(83);
    expect(expected).toMatchObject({
      'browse orders': expect.arrayContaining(['order-cancel', 'order-create', 'order-get', 'order-list']),
      'search by words': { best: 'order-cancel', fits: true },
      'search by a sentence': { best: 'payment-refund', fits: true },
      'search for nothing': { fits: false },
      'inspect a tool': { required: ['orderId'], optional: [] },
      'inspect a larger tool': { required: ['paymentId', 'reason'], optional: ['amountCents'] },
      'inspect a misspelt tool': { unknown: true, meant: 'order-cancel' },
      'call to read': { success: true, data: { id: 42, name: 'Alice' } },
      'call to list': { success: true, data: { returned: 2, orders: [{ userId: 42 }, { userId: 42 }] } },
      'call to write': { success: true, data: { title: 'Buy milk', completedAt: null } },
      'call with what came back': { success: true, data: { title: 'Buy milk', completedAt: '<time>' } },
      'call without input': { success: true },
      'call with a number as text': { success: true, warnings: ['limit: read "2" as 2'] },
      'call with an unknown field': { success: true, warnings: [expect.stringContaining('color')] },
      'fail: misspelt tool': { unknown: true, meant: 'inventory-low-stock' },
      'recover: the tool that was meant': { success: true, data: { returned: 1 } },
      'fail: missing field': { success: false, error: { code: 'VALIDATION_ERROR' } },
      'fail: wrong type': { success: false, error: { code: 'VALIDATION_ERROR' } },
      'fail: not one of the choices': { success: false, error: { code: 'VALIDATION_ERROR' } },
      'recover: one of the choices': { success: true, data: { value: 'The Corner Shelf' } },
      'fail: refused by the shop': { success: false, error: { code: 'ORDER_NOT_FOUND' } },
      'recover: order first': { success: true, data: { userId: 42, status: 'pending' } },
      'call to destroy': { success: true, data: { status: 'cancelled' } },
      'batch, one of three fails': { success: true, data: { summary: { succeeded: 2, failed: 1 } } },
      pipe: { success: true, data: { data: { userId: 42 } } },
      'pipe that fails': { success: false, error: { code: 'ORDER_NOT_FOUND' } },
      'select fields': { success: true, data: { orders: [{ id: 'ord-1421' }, { id: 'ord-1420' }] } },
      'a result that is cut': { success: true, metadata: { more: { unit: 'items' } } },
      'more of it': { success: true },
    });
  });

  it.each(SESSIONS)(
    'is the same under $strategy, $kind.name, over $transport',
    async ({ strategy, kind, transport }) => {
      expect(await session(strategy, kind, transport)).toEqual(expected);
    },
  );
});
