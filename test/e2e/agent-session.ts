import type { Answer, Data, TestClient } from './clients.ts';
import type { SurfaceAdapter } from './surface-adapters.ts';

/** Input of a step: an adapter for the surface, the client for calls that every surface accepts, and earlier outcomes. */
interface Session {
  readonly surface: SurfaceAdapter;
  readonly client: TestClient;
  /** Outcomes of the steps so far, by name. */
  readonly seen: Readonly<Record<string, Data>>;
}

interface Step {
  readonly name: string;
  readonly run: (session: Session) => Promise<unknown>;
}

const call =
  (tool: string, input: Record<string, unknown> = {}) =>
  ({ surface }: Session) =>
    surface.call(tool, input);
const meta =
  (tool: string, input: Record<string, unknown>) =>
  async ({ client }: Session) =>
    resultOf(await client.call(tool, input));
const best =
  (query: string) =>
  async ({ surface }: Session) => {
    const { names, fits } = await surface.search(query);
    return { best: fits ? names[0] : undefined, fits };
  };
const resultOf = ({ result }: Answer): unknown => result;
const missing = { orderId: 'ord-9999' };

/** Thirty steps of an agent in a shop: browse, search, inspect, call, fail, recover, batch, pipe, select, more. */
export const STEPS: readonly Step[] = [
  { name: 'browse everything', run: ({ surface }) => surface.browse() },
  { name: 'browse orders', run: ({ surface }) => surface.browse('order') },
  { name: 'search by words', run: best('cancel order') },
  { name: 'search by a sentence', run: best('the customer wants the money back') },
  { name: 'search for nothing', run: best('zzqx flurb') },
  { name: 'inspect a tool', run: ({ surface }) => surface.inspect('order-get') },
  { name: 'inspect a larger tool', run: ({ surface }) => surface.inspect('payment-refund') },
  { name: 'inspect a misspelt tool', run: ({ surface }) => surface.inspect('order-cancle') },
  { name: 'call to read', run: call('user-find-by-email', { email: 'alice@example.com' }) },
  { name: 'call to list', run: call('order-list', { userId: 42, limit: 2 }) },
  { name: 'call to write', run: call('todo-create', { title: 'Buy milk', dueOn: '2026-01-15' }) },
  {
    name: 'call with what came back',
    run: ({ surface, seen }) => surface.call('todo-complete', { todoId: seen['call to write'].data.id }),
  },
  { name: 'call without input', run: call('report-sales') },
  { name: 'call with a number as text', run: call('inventory-low-stock', { limit: '2' }) },
  { name: 'call with an unknown field', run: call('order-get', { orderId: 'ord-1001', color: 'red' }) },
  { name: 'fail: misspelt tool', run: call('inventory-low-stok', { limit: 1 }) },
  {
    name: 'recover: the tool that was meant',
    run: ({ surface, seen }) => surface.call(seen['fail: misspelt tool'].meant, { limit: 1 }),
  },
  { name: 'fail: missing field', run: call('order-get') },
  { name: 'fail: wrong type', run: call('order-create', { userId: 42, items: 'KIT-001' }) },
  { name: 'fail: not one of the choices', run: call('config-get', { key: 'currency' }) },
  { name: 'recover: one of the choices', run: call('config-get', { key: 'shop.name' }) },
  { name: 'fail: refused by the shop', run: call('order-cancel', missing) },
  {
    name: 'recover: order first',
    run: call('order-create', { userId: 42, items: [{ sku: 'KIT-001', quantity: 2 }] }),
  },
  {
    name: 'call to destroy',
    run: ({ surface, seen }) => surface.call('order-cancel', { orderId: seen['recover: order first'].data.id }),
  },
  {
    name: 'batch, one of three fails',
    run: meta('afd-batch', {
      commands: [
        { id: 'a', command: 'order-get', input: { orderId: 'ord-1001' } },
        { id: 'b', command: 'order-get', input: missing },
        { id: 'c', command: 'todo-list', input: { limit: 1 } },
      ],
    }),
  },
  {
    name: 'pipe',
    run: meta('afd-pipe', {
      steps: [
        { command: 'user-find-by-email', input: { email: 'alice@example.com' }, as: 'alice' },
        { command: 'order-list', input: { userId: '$prev.id', limit: 1 } },
        { command: 'order-get', input: { orderId: '$prev.orders[0].id' }, when: { $gt: ['$prev.total', 0] } },
      ],
    }),
  },
  {
    name: 'pipe that fails',
    run: meta('afd-pipe', {
      steps: [
        { command: 'order-get', input: missing },
        { command: 'order-cancel', input: { orderId: '$prev.id' } },
      ],
    }),
  },
  {
    name: 'select fields',
    run: meta('afd-call', { command: 'order-list', input: { limit: 2 }, select: ['orders.id', 'total', 'nonsense'] }),
  },
  { name: 'a result that is cut', run: call('order-list', { limit: 100 }) },
  {
    name: 'more of it',
    run: async ({ client, seen }) =>
      resultOf(await client.call('afd-more', { cursor: seen['a result that is cut'].metadata.more.cursor })),
  },
];

/** Runs all steps. Removes or replaces values that differ between runs: times, trace ids, cursors; and between
 * surfaces: the tools that suggestions name. */
export async function runSession(client: TestClient, surface: SurfaceAdapter): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const { name, run } of STEPS) seen[name] = await run({ client, surface, seen });
  return Object.fromEntries(Object.entries(seen).map(([name, outcome]) => [name, comparable(outcome)]));
}

function comparable(outcome: unknown): unknown {
  const text = JSON.stringify(outcome, (key, value: unknown) => (VARYING.has(key) ? undefined : value));
  return JSON.parse(
    text
      .replaceAll(/[0-9a-f]{32}\.(\d+)/g, '<cursor>.$1')
      .replaceAll(NEXT, '')
      .replaceAll(TODAY, '<time>'),
  );
}

/** The way to the rest of a cut result. */
const NEXT = / Next: [^\]]*?}}\.( Pass select to [\w-]+ to get fewer fields, or where: [^"]*? fewer items\.)?/g;
const VARYING = new Set([
  'suggestion',
  'suggestions',
  'executionTimeMs',
  'totalExecutionTimeMs',
  'durationMs',
  'totalMs',
  'traceId',
]);
/** The seed data of the shop are from 2025; rows that a session creates have the current year. */
const TODAY = new RegExp(`${new Date().getUTCFullYear()}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z`, 'g');
