import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS } from '../e2e/sdk-clients.ts';
import { fixture } from '../fixtures/upstreams.ts';
import { type Called, connectTo, type GatewayClient, run } from './gateway-clients.ts';
import { GatewayProcess, Home } from './gateway-process.ts';

const MAX_CHARS = 40_000;
/** The warning and the block around it. */
const FRAME_CHARS = 500;
const MAX_IMAGE_CHARS = 2_000_000;

let home: Home;
let gateway: GatewayProcess;

beforeAll(async () => {
  home = new Home({ mcpServers: { large: fixture('large.mjs') }, toolStrategy: 'individual' });
  gateway = await GatewayProcess.start(home);
});

afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  home?.[Symbol.dispose]();
});

const WAYS = ['http', 'stdio'] as const;
const CASES = WAYS.flatMap((way) => ERAS.map((era) => ({ way, era })));

describe.each(CASES)('a $era client over $way', ({ way, era }) => {
  let client: GatewayClient;

  beforeAll(async () => {
    client = await connectTo(way === 'http' ? gateway.target : home.stdio, era);
  });
  afterAll(() => client?.[Symbol.asyncDispose]());

  it.each(['lines', 'json'])(
    'gets long %s in pages, and all pages together are the result byte for byte',
    async (name) => {
      const pages = await pagesOf(client, `large/${name}`, 4_000);
      expect(pages.length).toBeGreaterThan(2);
      for (const page of pages) expect(textsOf(page).join('').length).toBeLessThanOrEqual(MAX_CHARS + FRAME_CHARS);
      const whole = pages.map((page) => resultTexts(page).join('')).join('');
      expect(whole).toBe(name === 'lines' ? lines(4_000) : JSON.stringify(items(4_000)));
      // Cut between rows, and between items.
      for (const page of pages.slice(1)) expect(resultTexts(page)[0]).toMatch(name === 'lines' ? /^\| \d/ : /^\{"id"/);
    },
  );

  it('gets the same through afd-call', async () => {
    const direct = await run(client, 'large/lines', { count: 4_000 });
    const called = await run(client, 'afd-call', { command: 'large/lines', input: { count: 4_000 } });
    expect(resultTexts(called)).toEqual(resultTexts(direct));
    expect(called._meta?.['foldout/more']).toMatchObject({ unit: 'characters', total: lines(4_000).length });
  });

  it('gets structured content that is valid for the listed schema, shortened where that stays valid', async () => {
    // The SDK's client checks the structured content of listed tools.
    await client.listTools();
    const shortened = await run(client, 'structured', { count: 4_000 });
    expect(shortened.structuredContent.total).toBe(4_000);
    const kept = shortened.structuredContent.items.length;
    expect(kept).toBeGreaterThan(100);
    expect(JSON.stringify(shortened.structuredContent).length).toBeLessThanOrEqual(MAX_CHARS);
    expect(shortened._meta).toMatchObject({ kept: true });
    // With fewer than 1,000 items it would be invalid.
    const whole = await run(client, 'exact', { count: 4_000 });
    expect(whole.structuredContent).toEqual(items(4_000));
    // Nothing checks the answer of `afd-call`: the text has all of it.
    const called = await run(client, 'afd-call', { command: 'exact', input: { count: 4_000 } });
    expect(called.structuredContent).toBeUndefined();
    const pages = await pagesOf(client, 'exact', 4_000);
    expect(pages.map((page) => resultTexts(page).join('')).join('')).toBe(`4000 items${JSON.stringify(items(4_000))}`);
  });

  it('gets images within a limit of their own, and those beyond it on request', async () => {
    const pages = await pagesOf(client, 'large/pictures', 1_000_000);
    const images = pages.map(({ content }) => content.filter(({ type }) => type === 'image'));
    expect(images.map((each) => each.length)).toEqual([1, 1]);
    expect(images[1]?.map(({ data }) => String(data).length)).toEqual([1_000_000]);
    for (const each of images)
      expect(each.reduce((sum, { data }) => sum + String(data).length, 0)).toBeLessThan(MAX_IMAGE_CHARS);
    expect(textsOf(pages[0] as Called).join('\n')).toMatch(/image: image\/png, 750000 bytes follows/);
  });

  it('gets fewer fields and items of JSON in a text', async () => {
    const input = { command: 'large/json', input: { count: 4_000 } };
    const where = { state: 'open', id: { $gte: 3_990 } };
    const called = await run(client, 'afd-call', { ...input, where, select: ['items.id'] });
    expect(called.structuredContent.data).toEqual({
      items: [{ id: 3_990 }, { id: 3_993 }, { id: 3_996 }, { id: 3_999 }],
    });
    expect(textsOf(called).join('\n')).toContain('where: 4 of 4000 items');
    const two = await run(client, 'afd-call', { ...input, where: { ...where, $limit: 2 }, select: ['items.id'] });
    expect(two.structuredContent.data.items).toHaveLength(2);
  });
});

// The peak of a process is only known on Linux.
it.runIf(process.platform === 'linux')(
  'a result of 20 MB takes less than three times its size',
  { retry: 2 },
  async () => {
    await using small = await GatewayProcess.start(home);
    await using client = await connectTo(small.target, 'legacy');
    await run(client, 'large/filled', { count: 160_000 });
    const before = memoryOf(small.pid, 'VmRSS');
    const size = 20 * 1024 * 1024;
    const called = await run(client, 'large/filled', { count: size });
    expect(resultTexts(called).join('').length).toBeLessThanOrEqual(MAX_CHARS);
    expect(called._meta?.['foldout/more']).toMatchObject({ total: size });
    expect(memoryOf(small.pid, 'VmHWM') - before).toBeLessThan(3 * size);
  },
);

/** `VmRSS`: now. `VmHWM`: at most, since the process has started. */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const [, kb = '0'] =
    new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) * 1024;
}

/** The first answer, and every page that `afd-more` returns for the rest. */
async function pagesOf(client: GatewayClient, command: string, count: number): Promise<Called[]> {
  const pages = [await run(client, 'afd-call', { command, input: { count } })];
  for (;;) {
    const next = /afd-call (\{"command":"afd-more".*?\}\})/.exec(textsOf(pages.at(-1) as Called).at(-1) ?? '')?.[1];
    if (next === undefined) return pages;
    pages.push(await run(client, 'afd-call', JSON.parse(next)));
  }
}

function textsOf({ content }: Called): string[] {
  return content.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : []));
}

/** The texts without the last one, which says that the result was cut. */
function resultTexts(called: Called): string[] {
  return textsOf(called).filter((text) => !text.startsWith('! Cut: '));
}

function items(count: number) {
  const all = Array.from({ length: count }, (_, id) => ({
    id,
    name: `boat ${id}, "the ${id % 7}th"`,
    state: id % 3 === 0 ? 'open' : 'closed',
  }));
  return { total: count, items: all };
}

function lines(count: number): string {
  return Array.from({ length: count }, (_, n) => `| ${n} | ☃ boat ${n} |`).join('\n');
}
