import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { changeTool } from './demo-gateway.ts';
import { DEMO_SERVERS } from './demo-tools.ts';
import { LOCAL_KEY, type ServedDashboard, serveDashboard } from './served-dashboard.ts';
import { openPage, type WatchedPage } from './watched-page.ts';

const TEXT = `{
  // Ours.
  "mcpServers": {},
  "overlays": {
    // Read by the team.
    "files/read_file": { "tags": ["disk"] }
  }
}
`;

let browser: Browser;
let served: ServedDashboard;
beforeAll(async () => {
  browser = await launchChromium();
  served = await serveDashboard({ servers: DEMO_SERVERS, text: TEXT });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
});

const read = (): string => readFileSync(served.file, 'utf8');

async function open(id: string): Promise<WatchedPage> {
  const watched = await openPage(browser, `${served.url}#key=${LOCAL_KEY}`);
  await watched.goTo(`#/tools?id=${encodeURIComponent(id)}`, '.detail .choice');
  await watched.page.getByRole('radio', { name: 'Overlay' }).check();
  return watched;
}

async function write({ page }: WatchedPage): Promise<void> {
  await page.getByRole('button', { name: 'Look at the change' }).click();
  await page.locator('dialog button.primary', { hasText: 'Write' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
}

async function undo({ page }: WatchedPage): Promise<void> {
  await page.locator('.toast').getByRole('button', { name: /^Undo/ }).click();
  await page.getByText(/^Written: undone/).waitFor();
}

it('renames, describes, tags and pins a tool everywhere, keeps the comments, and undoes it', async () => {
  await using watched = await open('github/create_issue');
  const { page } = watched;
  await page.getByLabel('Name', { exact: true }).fill('open_ticket');
  await page.getByLabel('Description', { exact: true }).fill('Reports a bug to the team.');
  await page.getByLabel('Other words for it').fill('outage, incident');
  await page.getByLabel(/^Pin/).check();
  await watched.expectAccessible();
  await watched.screenshot('overlay');
  await write(watched);
  expect(read()).toMatch(/"github\/create_issue": \{[^}]*"name": "open_ticket"[^}]*"aliases": \[[^\]]*"incident"/);
  expect(read()).toMatch(/"for": "[0-9a-f]{12}"/);
  expect(read()).toContain('// Read by the team.');
  const row = page.locator('.virtual-row', { hasText: 'open_ticket' });
  await row.getByText('overlay').waitFor();
  await row.click();
  await page.getByText('Its server calls it create_issue').waitFor();
  await watched.goTo('#/search?q=incident', '.hit');
  expect(await page.locator('.hit').first().innerText()).toContain('open_ticket');
  await undo(watched);
  expect(read()).toBe(TEXT);
  await expect.poll(() => served.gateway.server.engine.catalog.lookup('github/open_ticket').found).toBe(false);
  watched.expectQuiet();
});

it('lowers a risk only after the user has confirmed to have read the definition, and raises it at once', async () => {
  const risk = (): unknown => /"risk": "(\w+)"/.exec(read())?.[1];
  await using watched = await open('github/create_issue');
  const { page } = watched;
  await page.getByLabel(/^Risk/).selectOption('destructive');
  await write(watched);
  expect(risk()).toBe('destructive');
  await undo(watched);
  await using again = await open('github/create_issue');
  await again.page.getByLabel(/^Risk/).selectOption('read');
  await again.page.getByRole('button', { name: 'Look at the change' }).click();
  expect(await again.page.locator('dialog').count()).toBe(0);
  await again.page.getByLabel(/^I have read the definition/).check();
  await write(again);
  expect(risk()).toBe('read');
  await undo(again);
  expect(read()).toBe(TEXT);
});

it('reports an overlay whose tool was changed by its server', async () => {
  await using watched = await open('files/read_file');
  const { page } = watched;
  await page.getByLabel('Category', { exact: true }).last().fill('disk');
  await write(watched);
  const before = DEMO_SERVERS['files']?.find(({ name }) => name === 'read_file');
  changeTool(served, 'files', 'read_file', () => ({ description: 'Something else\u202e now.' }));
  await page.locator('.note.warn', { hasText: 'has changed the definition since the overlay was written' }).waitFor();
  await page.locator('.virtual-row', { hasText: 'overlay: look again' }).waitFor();
  await watched.expectAccessible();
  changeTool(served, 'files', 'read_file', () => before ?? {});
  await undo(watched);
  expect(read()).toBe(TEXT);
});

it('hides all tools of a server with one overlay', async () => {
  await using watched = await openPage(browser, `${served.url}#key=${LOCAL_KEY}`);
  const { page } = watched;
  const fields = [{ path: ['hidden'], value: true }];
  const act = (body: object) =>
    page.evaluate(
      async ([sent, key]) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
        return (await fetch('dashboard/api/change', { method: 'POST', headers, body: JSON.stringify(sent) })).json();
      },
      [body, LOCAL_KEY] as const,
    );
  const { plan } = await act({ section: 'overlays', name: 'chat', fields, step: 'plan' });
  expect(plan.snippet).toContain('"hidden": true');
  const done = await act({ section: 'overlays', name: 'github', fields, step: 'write', seen: plan.seen });
  expect(done).toMatchObject({ written: { what: 'overlays.github: hidden' } });
  await watched.goTo('#/tools?server=github', '.virtual-row');
  await expect
    .poll(() => page.locator('.virtual-row', { hasText: 'hidden' }).count(), { timeout: 5_000 })
    .toBeGreaterThan(0);
  expect(served.gateway.server.engine.catalog.lookup('github/create_issue')).toMatchObject({
    entry: { tool: { enabled: false } },
  });
});
