import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { demoGateway } from './demo-gateway.ts';
import type { ServedDashboard } from './served-dashboard.ts';
import { openPage } from './watched-page.ts';

const OPERATOR = 'operator-has-a-long-token';
const WATCHER = 'watcher-has-a-long-token';
const GUEST = 'guest-has-a-long-token-too';

let browser: Browser;
let served: ServedDashboard;
beforeAll(async () => {
  browser = await launchChromium();
  served = await demoGateway({
    http: {
      tokens: [
        { name: 'operator', token: OPERATOR, rights: ['use', 'watch', 'operate'] },
        { name: 'watcher', token: WATCHER, rights: ['use', 'watch'], servers: ['files'] },
        { name: 'guest', token: GUEST },
      ],
    },
  });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
});

it('asks for a token, refuses a wrong one, and stores a valid one only in the tab', async () => {
  await using watched = await openPage(browser, served.url);
  const { page } = watched;
  await page.getByLabel('Token').fill('not-the-right-token-at-all');
  await watched.expectAccessible();
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText(/token/i).nth(1).waitFor();
  await page.getByLabel('Token').fill(OPERATOR);
  await page.keyboard.press('Enter');
  await page.locator('.headline').waitFor();
  await page.reload();
  await page.locator('.headline').waitFor();
  const stored = await page.evaluate(() => [location.href, JSON.stringify(localStorage), document.cookie].join(' '));
  expect(stored).not.toContain(OPERATOR);
  await using other = await openPage(browser, served.url);
  await other.page.getByLabel('Token').waitFor();
});

it('shows no buttons to a principal that may only watch, and none of the tools that it may not use', async () => {
  await using watched = await openPage(browser, served.url);
  const { page } = watched;
  await page.getByLabel('Token').fill(WATCHER);
  await page.keyboard.press('Enter');
  await page.locator('.headline').waitFor();
  await watched.goTo('#/upstreams', '.row');
  expect(await page.getByRole('button', { name: /Restart/ }).count()).toBe(0);
  await watched.goTo('#/tools', '[role=option]');
  expect(await page.getByRole('status').filter({ hasText: 'tools' }).innerText()).toBe('3 tools');
  await watched.goTo('#/usage', '.flow');
  expect(await page.locator('#content').innerText()).not.toContain('github/');
  await watched.goTo('#/approvals', '.empty');
});

it('says which right is missing', async () => {
  await using watched = await openPage(browser, served.url);
  const { page } = watched;
  await page.getByLabel('Token').fill(GUEST);
  await page.keyboard.press('Enter');
  expect(await page.getByRole('alert').innerText()).toMatch(/watch/);
  await page.getByRole('button', { name: 'Use another token' }).click();
  await page.getByLabel('Token').waitFor();
});
