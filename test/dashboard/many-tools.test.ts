import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { manyServers } from './demo-tools.ts';
import { writeUse } from './demo-usage.ts';
import { type ServedDashboard, serveDashboard } from './served-dashboard.ts';
import { openPage } from './watched-page.ts';

let browser: Browser;
let served: ServedDashboard;
beforeAll(async () => {
  const servers = manyServers(20, 250);
  browser = await launchChromium();
  served = await serveDashboard({ servers });
  const tools = Object.entries(servers).flatMap(([server, all]) => all.map(({ name }) => `${server}/${name}`));
  await writeUse(served.usage, { tools, events: 40_000, days: 30, now: Date.now() });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
});

it('scrolls through 5,000 tools and renders only the visible rows', async () => {
  await using watched = await openPage(browser, `${served.url}#/tools`);
  const { page } = watched;
  await page.getByText('5,000 tools').waitFor();
  const list = page.getByRole('listbox');
  for (const part of [0.1, 0.5, 0.9, 1]) {
    await list.evaluate((element, to) => {
      element.scrollTop = element.scrollHeight * to;
    }, part);
    await page.waitForFunction(() => {
      const rows = [...document.querySelectorAll('.virtual-row')];
      return rows.length > 0 && rows.every((row) => row.textContent !== '…');
    });
    expect(await page.locator('.virtual-row').count()).toBeLessThan(60);
  }
  const last = served.gateway.server.engine.catalog
    .entries()
    .filter(({ tool }) => tool.server !== 'afd')
    .at(-1);
  expect(await page.locator('.virtual-row').last().innerText()).toContain(last?.tool.name);
  await watched.screenshot('many-tools');
  watched.expectQuiet();
});

it('adds few rows to the document for each frame while scrolling', async () => {
  await using watched = await openPage(browser, `${served.url}#/tools`);
  const { page } = watched;
  await page.getByText('5,000 tools').waitFor();
  // Rows rendered for each frame: too many make scrolling stutter on a slow phone.
  const rowsPerFrame = await page.getByRole('listbox').evaluate(async (list) => {
    let rendered = 0;
    const observer = new MutationObserver((changes) => {
      rendered += changes.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0);
    });
    observer.observe(list, { childList: true, subtree: true });
    for (let frame = 0; frame < 60; frame += 1) {
      list.scrollTop += 60;
      await new Promise(requestAnimationFrame);
    }
    observer.disconnect();
    return rendered / 60;
  });
  expect(rowsPerFrame).toBeLessThan(30);
});

it('shows 200 servers and 5,000 tools within a second of the answer, on every view', async () => {
  await using many = await serveDashboard({ servers: manyServers(200, 25) });
  await using watched = await openPage(browser, many.url);
  const { page } = watched;
  const views = {
    '#/upstreams': '[data-server]:nth-child(200)',
    '#/tools': '.virtual-row:nth-child(10)',
    '#/search?q=send%20an%20invoice': '.hit',
    '#/overview': '.stats',
    '#/approvals': '.empty',
  };
  for (const [hash, selector] of Object.entries(views)) {
    const [response] = await Promise.all([
      page.waitForResponse((one) => one.url().includes(`/api/${hash.slice(2).split('?')[0]}`)),
      page.evaluate((to) => {
        location.hash = to;
      }, hash),
    ]);
    await response.finished();
    const answered = performance.now();
    await page.locator(selector).first().waitFor({ state: 'attached' });
    expect([hash, performance.now() - answered < 1_000]).toEqual([hash, true]);
  }
  await watched.goTo('#/upstreams', '[data-server]');
  await page.getByLabel('Filter servers').fill('7');
  await page.getByText(/^\d+ of 200 servers$/).waitFor();
  await watched.screenshot('many-servers');
  await watched.expectAccessible();
  watched.expectQuiet();
});

it('keeps every answer below 120 kB with 5,000 tools', async () => {
  const paths = [
    'clients',
    'activity',
    'overview?days=30',
    'tools',
    'usage?days=30',
    'upstreams',
    'approvals',
    'search?q=invoice&all=1',
  ];
  for (const path of paths) {
    const response = await fetch(`${served.origin}/dashboard/api/${path}`);
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeLessThan(120_000);
  }
});
