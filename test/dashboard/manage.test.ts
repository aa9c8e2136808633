import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixture } from '../fixtures/upstreams.ts';
import { launchChromium } from './chromium.ts';
import { LOCAL_KEY, type ServedDashboard, serveDashboard } from './served-dashboard.ts';
import { NARROW, openPage, type WatchedPage } from './watched-page.ts';

const { command = '', args = [] } = fixture('desk.mjs');
const SECRET = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

/** As a person writes it: with comments, and a secret in plain text. */
const TEXT = `{
  // The servers of the team.
  "mcpServers": {
    "desk": {
      "command": ${JSON.stringify(command)}, // keep this one
      "args": ${JSON.stringify(args)},
      "env": { "GITHUB_TOKEN": "${SECRET}", "DEBUG": "1" },
      "category": "office"
    },
    /* Broken on purpose. */
    "broken": { "command": "no-such-program", "args": ["--flag"] }
  }
}
`;

let browser: Browser;
let served: ServedDashboard;
beforeAll(async () => {
  process.env['FOLDOUT_KEYCHAIN'] = 'file';
  browser = await launchChromium();
  served = await serveDashboard({ servers: {}, text: TEXT });
  await served.gateway.learnUnknown();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
});

const read = (): string => readFileSync(served.file, 'utf8');
const open = (at = served, options = {}): Promise<WatchedPage> =>
  openPage(browser, `${at.url}#key=${LOCAL_KEY}`, options);

async function write(page: Page): Promise<void> {
  await page.locator('dialog button.primary', { hasText: /^(Write|Add) / }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.getByText(/^Written: /).waitFor();
}

async function undoNow(page: Page): Promise<void> {
  await page.locator('.toast').getByRole('button', { name: /^Undo/ }).click();
  await page.getByText(/^Written: undone/).waitFor();
}

it('shows failures first, with the command without its secrets, the log and the process', async () => {
  await using watched = await open();
  const { page } = watched;
  await watched.goTo('#/upstreams', '[data-server=desk]');
  expect(page.url()).not.toContain(LOCAL_KEY);
  const groups = await page.locator('h2.group').allInnerTexts();
  expect(groups).toEqual(['Needs attention 1', 'office 1']);
  const broken = page.locator('[data-server=broken]');
  expect(await broken.innerText()).toMatch(/Failed[\s\S]*no-such-program/);
  expect(await broken.getByRole('button', { name: 'Restart broken' }).count()).toBe(1);
  await page.getByRole('link', { name: 'desk', exact: true }).click();
  const detail = page.locator('.detail');
  await detail.locator('.log-line').first().waitFor();
  const text = await detail.innerText();
  expect(text).toMatch(/Process\s+\d+/);
  expect(text).toMatch(/Memory\s+\d+ MB/);
  expect(text).toContain('GITHUB_TOKEN, DEBUG');
  expect(text).toContain('desk.mjs');
  expect(await page.content()).not.toContain(SECRET);
  await watched.screenshot('manage-servers');
  await watched.expectAccessible();
  watched.expectQuiet();
});

it('filters servers by words and by state', async () => {
  await using watched = await open();
  const { page } = watched;
  await watched.goTo('#/upstreams', '[data-server=desk]');
  await page.getByLabel('Filter servers').fill('OFFICE');
  await page.getByText('1 of 2 servers').waitFor();
  expect(await page.locator('.row').count()).toBe(1);
  await page.getByLabel('Filter servers').fill('');
  await page.getByRole('radio', { name: 'Problems' }).check();
  await page.getByText('1 of 2 servers').waitFor();
  expect(await page.locator('[data-server]').getAttribute('data-server')).toBe('broken');
});

it('disables a server, with the change shown first, and undoes it to the same text', async () => {
  await using watched = await open();
  const { page } = watched;
  await watched.goTo('#/upstreams?name=desk', '.manage');
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable desk' });
  await dialog.locator('.diff-line.added').first().waitFor();
  expect(await dialog.locator('.diff').innerText()).toContain('"disabled": true');
  expect(await dialog.innerText()).not.toContain(SECRET);
  await watched.expectAccessible();
  expect(read()).toBe(TEXT);
  await write(page);
  expect(read()).toContain('"disabled": true');
  expect(read()).toContain('// keep this one');
  expect(read()).toContain(SECRET);
  await page.locator('[data-server=desk]', { hasText: 'Disabled' }).waitFor();
  expect(served.gateway.upstream('desk')).toBeUndefined();
  await undoNow(page);
  expect(read()).toBe(TEXT);
  await expect.poll(() => page.locator('[data-server=desk] .badge').innerText()).not.toBe('Disabled');
  watched.expectQuiet();
});

it('edits the fields that were changed, keeps hidden values, and puts new secrets into the secret store', async () => {
  await using watched = await open();
  const { page } = watched;
  await watched.goTo('#/upstreams?name=desk', '.manage');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  expect(await page.getByLabel('GITHUB_TOKEN', { exact: true }).inputValue()).toBe('');
  await page.getByLabel('What the server is for').fill('The desk of the team');
  await page.getByLabel('Name of a new entry in Environment variables').fill('DESK_API_KEY');
  await page.getByRole('button', { name: 'Add to Environment variables' }).click();
  await page.getByLabel('DESK_API_KEY').fill('sk-desk-0123456789abcdef0123456789');
  await page.getByRole('button', { name: 'Look at the change' }).click();
  await page.getByText('A secret goes to the secret store instead of the file').waitFor();
  expect(await page.getByRole('dialog').locator('.diff').innerText()).toContain('"DESK_API_KEY": "${keychain:desk/');
  await watched.expectAccessible();
  await watched.screenshot('manage-edit');
  await write(page);
  expect(read()).toContain('"description": "The desk of the team"');
  expect(read()).toContain('"DESK_API_KEY": "${keychain:');
  expect(read()).not.toContain('sk-desk');
  expect(read()).toContain(`"GITHUB_TOKEN": "${SECRET}"`);
  expect(read()).toContain('/* Broken on purpose. */');
  await undoNow(page);
  expect(read()).toBe(TEXT);
});

it('undoes one change after another one was made in an editor, and refuses where that would lose it', async () => {
  await using watched = await open();
  const { page } = watched;
  const disable = async (): Promise<void> => {
    await watched.goTo('#/upstreams?name=broken', '.manage');
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await write(page);
  };
  await disable();
  writeFileSync(served.file, read().replace('"category": "office"', '"category": "desks"'));
  await undoNow(page);
  expect(read()).toContain('"category": "desks"');
  expect(read()).not.toContain('disabled');
  writeFileSync(served.file, TEXT);
  await expect.poll(() => served.gateway.upstream('broken')).toBeDefined();
  await disable();
  writeFileSync(served.file, read().replace('"disabled": true', '"disabled": false'));
  await page.locator('.toast').getByRole('button', { name: /^Undo/ }).click();
  await page.getByText('was changed again since').waitFor();
  writeFileSync(served.file, TEXT);
});

it('adds a server that it has started once, and removes it', async () => {
  await using watched = await open();
  const { page } = watched;
  await watched.goTo('#/upstreams', '[data-server=desk]');
  await page.getByRole('button', { name: 'Add a server' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a server' });
  await dialog.getByLabel(/^Package, command/).fill('no such thing !');
  await dialog.getByLabel(/^Package, command/).fill([command, ...args].join(' '));
  await dialog.getByLabel('Name (optional)').fill('second');
  await dialog.getByRole('button', { name: 'Look at it' }).click();
  await dialog.locator('.diff-line.added').first().waitFor();
  await dialog.getByRole('button', { name: /Start it once/ }).click();
  await dialog.getByText(/It works: \d+ tool/).waitFor({ timeout: 30_000 });
  await watched.expectAccessible();
  await watched.screenshot('manage-add');
  await write(page);
  expect(read()).toContain('"second"');
  expect(read()).toContain('// The servers of the team.');
  await page.locator('[data-server=second]').waitFor();
  await watched.goTo('#/upstreams?name=second', '.manage');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await write(page);
  await expect.poll(() => page.locator('[data-server=second]').count()).toBe(0);
  expect(JSON.stringify(served.gateway.upstreams.map(({ name }) => name))).toBe('["broken","desk"]');
  expect(read()).not.toContain('second');
  await page
    .locator('.panel', { hasText: 'Changes of the configuration' })
    .getByText('mcpServers.second: removed')
    .last()
    .waitFor();
  writeFileSync(served.file, TEXT);
  watched.expectQuiet();
});

it('signs in to a server that needs it, by a link', async () => {
  await using other = await serveDashboard({
    servers: { mail: [] },
    text: '{ "mcpServers": {} }',
    config: { url: 'https://mail.example/mcp' },
  });
  const mail = other.fixed.get('mail');
  if (!mail) throw new Error('no server');
  mail.status = { state: 'needs-auth', restarts: 0, lastError: 'it requires a sign-in', todo: 'Sign in.' };
  mail.authorize = async (...given: unknown[]) => {
    const [{ onLink }] = given as [{ onLink: (url: URL) => void }];
    onLink(new URL('https://login.example/authorize?state=1'));
  };
  await using watched = await open(other);
  const { page } = watched;
  await watched.goTo('#/upstreams', '[data-server=mail]');
  await page.getByRole('button', { name: 'Sign in to mail' }).click();
  const link = page.getByRole('link', { name: 'Open the sign-in page of mail' });
  expect(await link.getAttribute('href')).toBe('https://login.example/authorize?state=1');
  await watched.expectAccessible();
  await using operator = await openPage(browser, `${other.url}#/upstreams`);
  await operator.page.locator('[data-server=mail]').waitFor();
  expect(await operator.page.getByRole('button', { name: /^Sign in/ }).count()).toBe(0);
});

it('is managed with the keyboard alone', async () => {
  await using watched = await open();
  const { page } = watched;
  await watched.goTo('#/upstreams?name=broken', '.manage');
  await page.getByRole('button', { name: 'Disable', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Disable broken' }).locator('.diff').waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  for (let i = 0; i < 8 && !(await focused()).startsWith('Write'); i += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expect.poll(focused).toBe('Disable');
  expect(read()).toBe(TEXT);
  await page.keyboard.press('Enter');
  await page.locator('dialog .diff').waitFor();
  for (let i = 0; i < 8 && !(await focused()).startsWith('Write'); i += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor({ state: 'detached' });
  expect(read()).toContain('"disabled": true');
  await undoNow(page);
  expect(read()).toBe(TEXT);
});

it('keeps what was typed when the connection is lost, and says why nothing was written', async () => {
  const gone = await serveDashboard({ servers: {}, text: TEXT });
  await using watched = await openPage(browser, `${gone.url}#key=${LOCAL_KEY}`);
  const { page } = watched;
  await watched.goTo('#/upstreams', '[data-server=desk]');
  await page.getByRole('button', { name: 'Add a server' }).click();
  await page.getByLabel(/^Package, command/).fill('@scope/server');
  await gone[Symbol.asyncDispose]();
  await page.getByRole('button', { name: 'Look at it' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  expect(await page.getByLabel(/^Package, command/).inputValue()).toBe('@scope/server');
  await expect.poll(() => page.locator('.live').innerText()).toContain('Reconnecting');
});

it('says why a source cannot be added', async () => {
  await using watched = await open();
  const { page } = watched;
  await watched.goTo('#/upstreams', '[data-server=desk]');
  await page.getByRole('button', { name: 'Add a server' }).click();
  await page.getByLabel(/^Package, command/).fill('???');
  await page.getByRole('button', { name: 'Look at it' }).click();
  await page.getByText(/is no package, URL, file or registry name/).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('shows the text to put there for a read-only file and for several replicas, and writes nothing', async () => {
  chmodSync(served.file, 0o400);
  try {
    await using watched = await open(served, { viewport: NARROW });
    const { page } = watched;
    await watched.goTo('#/upstreams?name=desk', '.manage');
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByRole('dialog').getByText('is read-only').waitFor();
    expect(await page.getByRole('dialog').locator('pre').innerText()).toContain('"disabled": true');
    expect(await page.getByRole('dialog').innerText()).not.toContain(SECRET);
    expect(await page.getByRole('button', { name: /^Write/ }).count()).toBe(0);
    await watched.expectAccessible();
  } finally {
    chmodSync(served.file, 0o600);
  }
  expect(read()).toBe(TEXT);
  await using replicas = await serveDashboard({ servers: {}, text: TEXT, more: { database: 'postgres://db/foldout' } });
  const body = { section: 'mcpServers', name: 'desk', fields: [{ path: ['disabled'], value: true }] };
  const change = (more: object): Promise<Response> =>
    fetch(`${replicas.origin}/dashboard/api/change`, {
      method: 'POST',
      headers: { authorization: `Bearer ${LOCAL_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, ...more }),
    });
  const { plan } = await (await change({ step: 'plan' })).json();
  expect(plan.refusal).toMatch(/several gateways share/);
  const refused = await change({ step: 'write', seen: plan.seen });
  expect([refused.status, (await refused.json()).error]).toEqual([409, plan.refusal]);
});

it('lets nobody change the configuration without the right, not even an operator', async () => {
  await using watched = await openPage(browser, `${served.url}#/upstreams?name=desk`);
  const { page } = watched;
  await page.locator('.detail .command').waitFor();
  expect(await page.getByRole('button', { name: 'Add a server' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Disable', exact: true }).count()).toBe(0);
  for (const path of ['add', 'change', 'undo', 'signin']) {
    const answer = await fetch(`${served.origin}/dashboard/api/${path}`, {
      method: 'POST',
      headers: { 'x-foldout-request': 'dashboard', 'content-type': 'application/json' },
      body: '{}',
    });
    expect([path, answer.status]).toEqual([path, 403]);
  }
  expect((await fetch(`${served.origin}/dashboard/api/configuration`)).status).toBe(403);
  watched.expectQuiet();
});

it('refuses a change that was planned for another text, as a second tab does', async () => {
  await using one = await open();
  await using two = await open();
  for (const { goTo, page } of [one, two]) {
    await goTo('#/upstreams?name=desk', '.manage');
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByRole('dialog').locator('.diff').waitFor();
  }
  await write(one.page);
  await two.page.getByRole('button', { name: /^Write/ }).click();
  await two.page.getByText('The file has changed since you looked at it').waitFor();
  await undoNow(one.page);
  expect(read()).toBe(TEXT);
});
