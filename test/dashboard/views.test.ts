import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { demoGateway } from './demo-gateway.ts';
import { manyServers } from './demo-tools.ts';
import { type ServedDashboard, serveDashboard } from './served-dashboard.ts';
import { NARROW, openPage, type WatchedPage, WIDE } from './watched-page.ts';

/** The URL hash of each view, and a selector that appears with its data. */
const VIEWS = {
  overview: { hash: '#/overview', selector: '.headline .big' },
  tools: { hash: '#/tools?id=github%2Fcreate_issue', selector: '.levels' },
  search: { hash: '#/search?q=file%20a%20bug', selector: '.hit .agent-text' },
  upstreams: { hash: '#/upstreams', selector: '.row .badge' },
  clients: { hash: '#/clients', selector: '.client' },
  activity: { hash: '#/activity', selector: '.activity-row' },
  usage: { hash: '#/usage', selector: '.flow svg' },
  approvals: { hash: '#/approvals', selector: '.card .findings' },
} as const;

/** Titles that are not the name of the view. */
const TITLES: Readonly<Record<string, string>> = { upstreams: 'Servers' };

interface ToolFacets {
  readonly categories: readonly { readonly name: string; readonly count: number }[];
}

const short = (value: number): string =>
  new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(value);

let browser: Browser;
let served: ServedDashboard;
beforeAll(async () => {
  [browser, served] = await Promise.all([launchChromium(), demoGateway()]);
  const code = '/** Counts the files of a folder */\nexport async function countFiles(): Promise<number> { return 1; }';
  const tried = { id: 'files/read_file', input: { path: 'a' } };
  const headers = { 'content-type': 'application/json', 'x-foldout-request': 'dashboard' };
  await fetch(`${served.origin}/dashboard/api/try`, { method: 'POST', headers, body: JSON.stringify(tried) });
  await served.shelf.save('ann', { name: 'countFiles', code });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
});

describe.each([
  { name: 'light-wide', viewport: WIDE, colorScheme: 'light' as const },
  { name: 'dark-wide', viewport: WIDE, colorScheme: 'dark' as const },
  { name: 'light-narrow', viewport: NARROW, colorScheme: 'light' as const, hasTouch: true },
  { name: 'dark-narrow', viewport: NARROW, colorScheme: 'dark' as const, hasTouch: true },
])('every view, $name', ({ name, ...options }) => {
  let watched: WatchedPage;
  beforeAll(async () => {
    watched = await openPage(browser, served.url, options);
  });
  afterAll(async () => {
    watched.expectQuiet();
    await watched[Symbol.asyncDispose]();
  });

  it.each(Object.keys(VIEWS) as (keyof typeof VIEWS)[])(
    '%s is accessible and needs no horizontal scrolling',
    async (view) => {
      const { hash, selector } = VIEWS[view];
      await watched.goTo(hash, selector);
      const { page } = watched;
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
        TITLES[view] ?? view[0]?.toUpperCase() + view.slice(1),
      );
      expect(await page.locator('nav [aria-current=page]').innerText()).toMatch(new RegExp(TITLES[view] ?? view, 'i'));
      await watched.expectAccessible();
      await watched.screenshot(`${name}-${view}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      watched.expectQuiet();
    },
  );
});

it('shows tokens saved, calls and errors', async () => {
  await using watched = await openPage(browser, served.url);
  const { page } = watched;
  const until = Date.now();
  const range = { since: until - 7 * 86_400_000, until };
  const { calls, errors } = await served.usage.reports.calls(range);
  const saved = (await served.usage.reports.tokensByDay(range)).reduce((sum, day) => sum + day.saved, 0);
  const headline = (await page.locator('.headline').innerText()).replaceAll(/\s+/g, ' ');
  expect(headline).toContain(`${short(saved)} tokens saved in 7 days`);
  const stats = (await page.locator('.stats').innerText()).replaceAll(/\s+/g, ' ');
  expect(stats).toContain(`Calls ${short(calls)} `);
  expect(stats).toContain(`Errors ${short(errors)} `);
  expect(stats).toMatch(/% of calls .*p95 \d+ ms · p99 \d+ ms/);
  await page.getByRole('radio', { name: '24 hours' }).check();
  await page.getByText('tokens saved in 24 hours').waitFor();
  await page.locator('.panel', { hasText: 'Latency' }).getByText('As a table').click();
  expect(await page.getByRole('table', { name: 'Latency percentiles over time' }).innerText()).toMatch(
    /p50\s+p95\s+p99/,
  );
});

it('shows the exact text of a tool at each level, and its tokens', async () => {
  await using watched = await openPage(browser, `${served.url}#/tools?server=github`);
  const { page } = watched;
  await page.getByRole('option', { name: /create_issue/ }).click();
  const figures = page.locator('.agent-text');
  await figures.first().waitFor();
  const { engine } = served.gateway.server;
  const discovered = await engine.discover({ level: 'full' });
  const sent = discovered.data?.commands.find(({ name }) => name === 'create_issue');
  const full = figures.filter({ hasText: 'Full:' });
  expect(JSON.parse(await full.locator('pre').innerText())).toEqual(sent);
  const costs = (await figures.locator('.cost').allInnerTexts()).map((text) => Number.parseInt(text, 10));
  expect(costs.slice(0, 4)).toEqual([...costs.slice(0, 4)].sort((a, b) => a - b));
});

it('filters tools by server and category', async () => {
  await using watched = await openPage(browser, `${served.url}#/tools`);
  const { page } = watched;
  await page.getByLabel('Server').selectOption('files');
  await page.getByText('3 tools').waitFor();
  expect(await page.locator('.virtual-row').allInnerTexts()).toEqual(Array(3).fill(expect.stringContaining('files/')));
  await page.getByLabel('Server').selectOption('');
  await page.getByText('10 tools').waitFor();
  const { category } = served.gateway.server.engine.catalog.entries()[0]?.tool ?? {};
  const { categories } = (await (await fetch(`${served.origin}/dashboard/api/tools`)).json()) as ToolFacets;
  const count = categories.find(({ name }) => name === category)?.count;
  await page.getByLabel('Category').selectOption(category as string);
  await page.getByText(count === 1 ? '1 tool' : `${count} tools`, { exact: true }).waitFor();
});

it('shows tool sequences as a drawing and as a table', async () => {
  await using watched = await openPage(browser, `${served.url}#/usage`);
  const { page } = watched;
  const { edges } = await served.usage.reports.graph(24);
  await page.locator('.flow path').first().waitFor({ state: 'attached' });
  expect(await page.locator('.flow path').count()).toBe(edges.length);
  await page.locator('.flow').getByText('As a table').click();
  const table = page.getByRole('table', { name: 'Tool sequences' });
  expect(await table.getByRole('row').count()).toBe(edges.length + 1);
});

it('switches to the dark theme and remembers the choice', async () => {
  await using watched = await openPage(browser, served.url, { colorScheme: 'light' });
  const { page } = watched;
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await page.locator('.headline').waitFor();
  expect(await background()).toBe(dark);
});

it('shows what a session will save before any client has connected', async () => {
  await using fresh = await serveDashboard({ servers: manyServers(4, 50) });
  await using watched = await openPage(browser, fresh.url);
  await watched.page.getByText('tokens saved at the start of every session').waitFor();
  watched.expectQuiet();
});

it('explains in words why few tools save nothing', async () => {
  await using few = await serveDashboard({ servers: manyServers(1, 1) });
  few.usage.tracker.trackTokens('a-client', 20, 345);
  await few.usage.tracker.flush();
  await using watched = await openPage(browser, few.url);
  const headline = watched.page.locator('.headline');
  await headline.getByText("Few tools cost less than Foldout's own tools").waitFor();
  expect(await headline.innerText()).not.toMatch(/-\d|less\)/);
  watched.expectQuiet();
});

it('says what to do when there is no data yet', async () => {
  await using empty = await serveDashboard({ servers: {} });
  await using watched = await openPage(browser, empty.url);
  const { page } = watched;
  await page.getByText('Connect a client to this gateway').waitFor();
  await watched.expectAccessible();
  const texts = {
    tools: 'No tools yet',
    search: 'Type a request as an agent would',
    upstreams: 'foldout import',
    clients: 'foldout connect',
    activity: 'No call and no search',
    usage: 'No calls in this time',
    approvals: 'No tool waits for approval',
  };
  for (const [view, text] of Object.entries(texts)) {
    await watched.goTo(`#/${view}`, '.empty');
    await page.getByText(text).first().waitFor();
  }
  watched.expectQuiet();
});

it('shows markup in the texts of a hostile tool as plain text', async () => {
  const markup = '<img src="http://127.0.0.1:9/stolen" onerror="document.title=1"><script>document.title = 2</script>';
  const hostile = { name: 'nice_tool', description: markup, inputSchema: { type: 'object', title: markup } };
  await using other = await serveDashboard({ servers: { [`evil`]: [hostile] } });
  await using watched = await openPage(browser, `${other.url}#/tools?id=evil%2Fnice_tool`);
  const { page } = watched;
  await page.locator('.agent-text').first().waitFor();
  expect(await page.locator('.agent-text').last().innerText()).toContain('<img src=');
  await watched.goTo('#/search?q=nice%20tool', '.hit');
  expect(await page.locator('#content img').count()).toBe(0);
  watched.expectQuiet();
});

it('shows the source of a saved function, and shares it with everyone', async () => {
  await using watched = await openPage(browser, `${served.url}#/approvals`);
  const { page } = watched;
  const card = page.locator('.card', { hasText: 'countFiles' });
  expect(await card.locator('pre').innerText()).toContain('export async function countFiles(): Promise<number>');
  expect(await card.innerText()).toContain('No one else can use it yet.');
  await card.getByRole('button', { name: 'Share with everyone' }).click();
  await card.waitFor({ state: 'detached' });
  expect(served.shelf.visibleTo('ben').map(({ name }) => name)).toEqual(['countFiles']);
});
