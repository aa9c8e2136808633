import { readFileSync } from 'node:fs';
import { LOCAL_PRINCIPAL } from '@foldout/core/internal';
import { learnSearch } from '@foldout/usage/internal';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { MissingWords } from '../../packages/gateway/src/dashboard/missing-words.ts';
import { createPrincipal, type Principal } from '../../packages/gateway/src/http/principal.ts';
import { DeferredUsage } from '../../packages/gateway/src/learning/deferred-usage.ts';
import { SearchMemory } from '../../packages/gateway/src/learning/search-memory.ts';
import { FixedUpstream } from '../fixtures/fixed-upstream.ts';
import { engineWith, FixedSource, tool } from '../fixtures/tools.ts';
import { launchChromium } from './chromium.ts';
import type { Definition } from './demo-tools.ts';
import { LOCAL_KEY, type ServedDashboard, serveDashboard } from './served-dashboard.ts';
import { NARROW, openPage, type WatchedPage } from './watched-page.ts';

const BAD = '\u202e<img src=x onerror="document.title=1">';
const OPERATOR = 'operator-has-a-long-token';

const places = ['bar', 'kitchen', 'terrace', 'cellar', 'garden', 'lounge'];
const toolsWith = (ledgers: readonly string[]): readonly Definition[] => [
  ...places.map((place) => ({
    name: `${place}_tab`,
    description: `Open a tab for a table in the ${place}, or settle what guests ask for.`,
    inputSchema: {},
  })),
  ...ledgers.map((name) => ({ name, description: 'Close the ledger of a table.', inputSchema: {} })),
];
/** What guests say, as examples that the user has written into the configuration. */
const TAB = ['settle the tab', 'settle our tab please', 'can you settle a tab', 'guests want to settle their tab'];
const TIP = ['give a gratuity', 'a gratuity please', 'can you add our gratuity', 'guests want to leave a gratuity'];
const examples = (titles: readonly string[]) => titles.map((title) => ({ title, input: {} }));

const EVIL = `book_keeping${BAD}`;
const TEXT = `{
  // Our till.
  "mcpServers": {},
  "overlays": ${JSON.stringify({
    'till/close_ledger': { aliases: ['till roll'], examples: examples(TAB) },
    [`till/${EVIL}`]: { examples: examples(TIP) },
  })}
}
`;

let browser: Browser;
let served: ServedDashboard;
beforeAll(async () => {
  browser = await launchChromium();
  served = await serveDashboard({ servers: { till: toolsWith(['close_ledger', EVIL]) }, text: TEXT });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
});

const read = (): string => readFileSync(served.file, 'utf8');
const aliasesOf = (id: string): readonly string[] => {
  const lookup = served.gateway.server.engine.catalog.lookup(id);
  return lookup.found ? lookup.entry.tool.aliases : [];
};

async function measured(options = {}): Promise<WatchedPage> {
  const watched = await openPage(browser, `${served.url}#key=${LOCAL_KEY}`, options);
  await watched.goTo('#/tools', '.virtual-row');
  await watched.page.getByRole('button', { name: /^Find missing words/ }).click();
  await watched.page.locator('.missing-words table').waitFor();
  return watched;
}

async function write({ page }: WatchedPage): Promise<void> {
  await page.locator('dialog .diff').waitFor();
  await page.locator('dialog button.primary', { hasText: 'Write' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
}

async function undo({ page }: WatchedPage): Promise<void> {
  await page.locator('.toast').getByRole('button', { name: /^Undo/ }).click();
  await page.getByText(/^Written: undone/).waitFor();
  expect(read()).toBe(TEXT);
}

it('shows what search finds before and after, applies one proposal beside the words of the user, and undoes it', async () => {
  await using watched = await measured();
  const { page } = watched;
  const row = page.locator('.missing-words tbody tr', { hasText: 'till/close_ledger' });
  const [before = 0, after = 0] = ((await row.innerText()).match(/[\d.]+(?=%)/g) ?? []).map(Number);
  expect(after).toBeGreaterThan(before);
  expect(await row.innerText()).toContain('settle tab');
  const summary =
    /for these tools find them .* in ([\d.]+)% of cases, before in ([\d.]+)%; for all others \((\d+)\): ([\d.]+)%, before ([\d.]+)%/;
  const text = (await page.locator('.missing-words').innerText()).replaceAll(/\s+/g, ' ');
  const [, touchedAfter, touchedBefore, others, othersAfter, othersBefore] = (summary.exec(text) ?? []).map(Number);
  expect(touchedAfter).toBeGreaterThan(touchedBefore as number);
  expect([others, othersAfter]).toEqual([places.length, othersBefore]);
  await watched.expectAccessible();
  await watched.screenshot('missing-words');
  expect(read()).toBe(TEXT);
  await row.getByRole('button', { name: /^Apply/ }).click();
  await write(watched);
  const { overlays } = JSON.parse(read().replace('// Our till.', ''));
  expect(overlays['till/close_ledger'].aliases).toEqual(['till roll', expect.stringContaining('settle tab')]);
  expect(overlays['till/close_ledger'].for).toMatch(/^[0-9a-f]{12}$/);
  expect(read()).toContain('// Our till.');
  await row.getByText('Applied').waitFor();
  await expect.poll(() => aliasesOf('till/close_ledger').join()).toContain('settle tab');
  await undo(watched);
  await row.getByRole('button', { name: /^Apply/ }).waitFor();
  await expect.poll(() => aliasesOf('till/close_ledger').join()).toBe('till roll');
  watched.expectQuiet();
});

it('applies all proposals with one change, and takes all of them back', async () => {
  await using watched = await measured();
  const { page } = watched;
  await page.getByRole('button', { name: 'Apply all 2' }).click();
  await write(watched);
  await page.getByText('Written: overlays: 2 entries').waitFor();
  const { overlays } = JSON.parse(read().replace('// Our till.', ''));
  expect(overlays['till/close_ledger'].aliases.join()).toContain('settle tab');
  expect(overlays[`till/${EVIL}`].aliases.join()).toContain('gratuity');
  await expect.poll(() => page.locator('.missing-words .badge', { hasText: 'Applied' }).count()).toBe(2);
  await undo(watched);
});

it('shows names of a hostile server as text, also on a narrow screen', async () => {
  await using watched = await measured({ viewport: NARROW, colorScheme: 'dark' });
  const { page } = watched;
  const shown = await page.locator('.missing-words').innerText();
  expect(shown).toContain('book_keeping\\u202e<img');
  expect(shown).not.toContain('\u202e');
  await page.locator('.missing-words tbody tr', { hasText: 'book_keeping' }).getByRole('button').click();
  await page.locator('dialog .diff').waitFor();
  const texts = await page.evaluate(() => document.body.innerText);
  expect(texts).not.toContain('\u202e');
  expect(await page.locator('#content img:not([src^="data:"]), dialog img').count()).toBe(0);
  expect(await page.title()).not.toBe('1');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await watched.expectAccessible();
  await page.keyboard.press('Escape');
});

it('shows how far it is, and measures once at a time', async () => {
  const { engine } = served.gateway.server;
  let release = (_parts: object): void => {};
  const held = new Promise<object>((resolve) => {
    release = resolve;
  });
  Object.defineProperty(engine, 'searchParts', { value: () => held, configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(engine, 'searchParts');
  });
  await using watched = await openPage(browser, `${served.url}#key=${LOCAL_KEY}`);
  const { page } = watched;
  await watched.goTo('#/tools', '.virtual-row');
  await page.getByRole('button', { name: /^Find missing words/ }).click();
  await page.getByText('Measuring: 0%').waitFor();
  await watched.expectAccessible();
  const headers = { authorization: `Bearer ${LOCAL_KEY}`, 'content-type': 'application/json' };
  const again = await fetch(`${served.origin}/dashboard/api/improve`, { method: 'POST', headers, body: '{}' });
  expect(again.status).toBe(409);
  release({});
  await page.locator('.missing-words table').waitFor();
});

it('refuses a change without a name that would replace all overlays', async () => {
  const headers = { authorization: `Bearer ${LOCAL_KEY}`, 'content-type': 'application/json' };
  const statusOf = async (section: string, path: readonly string[]) => {
    const body = JSON.stringify({ section, step: 'plan', fields: [{ path, value: null }] });
    return (await fetch(`${served.origin}/dashboard/api/change`, { method: 'POST', headers, body })).status;
  };
  expect(await statusOf('overlays', [])).toBe(400);
  expect(await statusOf('overlays', ['till/close_ledger'])).toBe(400);
  expect(await statusOf('mcpServers', ['till', 'command'])).toBe(400);
  expect(await statusOf('overlays', ['till/close_ledger', 'aliases'])).toBe(200);
});

it('proposes words of searches of the local user that ended in a call, and shows them to who has asked', async () => {
  const searches = new SearchMemory({
    load: async () => undefined,
    update: async () => undefined,
    all: async () => new Map(),
  });
  for (const request of TAB) searches.documents.add(LOCAL_PRINCIPAL, learnSearch(request, 'till/close_ledger'));
  const { learning } = new DeferredUsage('memory', { info: () => {}, warn: () => {} }, { searches });
  const tools = toolsWith(['close_ledger']).map(({ name, description }) =>
    tool(name, { type: 'object' }, { server: 'till', description }),
  );
  const engine = engineWith([], { sources: [new FixedSource('till', tools)], learning });
  const catalog = engine.catalog;
  const upstreams = [new FixedUpstream('till', { tools: [] })];
  const words = new MissingWords({
    engine,
    visible: (scope) => ({ catalog: catalog.view(scope), scope }),
    upstreams: () => upstreams,
    config: () => ({ mcpServers: {} }),
  });
  const [ann, ben] = ['ann', 'ben'].map((name) => createPrincipal({ name, rights: ['use', 'administer'] })) as [
    Principal,
    Principal,
  ];
  words.start(ann);
  await expect
    .poll(() => words.state(ann).report?.improvements.map(({ name, overlay }) => [name, overlay.aliases?.join()]))
    .toEqual([['till/close_ledger', expect.stringContaining('settle')]]);
  expect(words.state(ben)).toEqual({ progress: undefined, problem: undefined, report: undefined });
  // Nothing is proposed for a server that the configuration does not have, such as functions that agents have saved.
  upstreams.length = 0;
  words.start(ann);
  await expect.poll(() => words.state(ann).report?.improvements).toEqual([]);
});

it('offers the search to nobody without the right to administer, and refuses it', async () => {
  const tokens = [{ name: 'operator', token: OPERATOR, rights: ['use', 'watch', 'operate'] as const }];
  await using guarded = await serveDashboard({
    servers: { till: toolsWith(['close_ledger']) },
    text: TEXT,
    http: { tokens: tokens.map((token) => ({ ...token, rights: [...token.rights] })) },
  });
  const ask = (name: string, method: string) =>
    fetch(`${guarded.origin}/dashboard/api/${name}`, {
      method,
      headers: { authorization: `Bearer ${OPERATOR}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    });
  expect((await ask('improvements', 'GET')).status).toBe(403);
  expect((await ask('improve', 'POST')).status).toBe(403);
  await using watched = await openPage(browser, guarded.url);
  await watched.page.getByLabel('Token', { exact: true }).fill(OPERATOR);
  await watched.page.keyboard.press('Enter');
  await watched.page.locator('#content').waitFor();
  await watched.goTo('#/tools', '.virtual-row');
  expect(await watched.page.getByRole('button', { name: /^Find missing words/ }).count()).toBe(0);
});
