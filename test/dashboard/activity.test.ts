import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { DEMO_SERVERS } from './demo-tools.ts';
import { LOCAL_KEY, type ServedDashboard, serveDashboard } from './served-dashboard.ts';
import { openPage } from './watched-page.ts';

const TEXT = `{
  // Nothing here yet.
  "mcpServers": {}
}
`;
const HOSTILE = 'evil\u202eclient\u200b';

let browser: Browser;
let served: ServedDashboard;
let client: Client;
beforeAll(async () => {
  browser = await launchChromium();
  served = await serveDashboard({ servers: DEMO_SERVERS, text: TEXT });
  client = new Client({ name: 'cursor-vscode', version: '1.2.3' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp`)));
  await client.listTools();
}, 120_000);
afterAll(async () => {
  await client?.close();
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
});

const open = (hash: string) => openPage(browser, `${served.url}${hash}`);
const call = (command: string, input = {}) => client.callTool({ name: 'afd-call', arguments: { command, input } });

it('lists calls and searches live, filters them, and shows the steps of one', async () => {
  await using watched = await open('#/activity');
  const { page } = watched;
  await page.getByText('No call and no search since').waitFor();
  const github = served.fixed.get('github');
  if (github) github.answer = () => ({ content: [{ type: 'text', text: 'two issues' }] });
  await call('github/list_issues', { owner: 'a', repo: 'b' });
  await call('github/no_such_tool');
  await client.callTool({ name: 'afd-discover', arguments: { search: 'file a bug' } });
  const rows = page.locator('.activity-row');
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(4);
  await page.getByRole('radio', { name: 'Searches' }).check();
  await page.getByText('“file a bug”').waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('radio', { name: 'Calls' }).check();
  await page.getByRole('radio', { name: 'Failed' }).check();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.innerText()).toMatch(/no_such_tool[\s\S]*COMMAND_NOT_FOUND/);
  await page.getByRole('radio', { name: 'Any outcome' }).check();
  await page.getByLabel('Filter calls and searches').fill('list_issues cursor');
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('link', { name: 'github/list_issues' }).click();
  const detail = page.locator('.detail');
  await detail.getByText('answer of the server').waitFor();
  const text = await detail.innerText();
  expect(text).toMatch(/Principal\s+local/);
  expect(text).toMatch(/Client\s+cursor-vscode 1\.2\.3/);
  expect(text).toMatch(/look up the tool[\s\S]*admit it and check the input[\s\S]*policy, approval and middleware/);
  expect(text).toMatch(/Answer\s+\d+ tokens/);
  await watched.expectAccessible();
  await watched.screenshot('activity');
  watched.expectQuiet();
});

it('says that no audit log is kept, and searches one that is', async () => {
  await using watched = await open('#/activity?log=audit');
  const { page } = watched;
  await page.getByText('No audit log is kept').waitFor();
  const { AuditLog } = await import('../../packages/gateway/src/audit/audit-log.ts');
  const log = await AuditLog.create(served.file.replace('foldout.json', 'audit'));
  const fact = { op: 'end', kind: 'tool', risk: 'write', verdict: 'allow', by: 'the preset', input: 'x' } as const;
  log.write({ ...fact, call: '1', principal: 'ann', tool: 'github/create_issue', outcome: 'success', ms: 12 });
  log.write({ ...fact, call: '2', principal: 'ben', tool: 'files/write\u202efile', outcome: 'TIMEOUT', ms: 900 });
  await page.getByLabel('Tool').fill('create_issue');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('1 line').waitFor();
  expect(await page.getByRole('table', { name: 'Audit log' }).innerText()).toContain('github/create_issue');
  await page.getByLabel('Tool').fill('');
  await page.getByLabel('Principal').fill('ben');
  await page.keyboard.press('Enter');
  await page.getByText('TIMEOUT').waitFor();
  expect(await page.getByRole('table', { name: 'Audit log' }).innerText()).toContain('write\\u202efile');
  await watched.expectAccessible();
  await watched.screenshot('audit');
});

it('shows who is connected with the surface and why, and changes it in the configuration', async () => {
  const hostile = new Client({ name: HOSTILE, version: '0' });
  await hostile.connect(new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp`)));
  await hostile.listTools();
  await using watched = await open(`#key=${LOCAL_KEY}`);
  const { page } = watched;
  await watched.goTo('#/clients', '.client');
  const card = page.locator('.client', { hasText: 'cursor-vscode' });
  expect(await card.innerText()).toMatch(
    /1\.2\.3[\s\S]*Surface\s+\w+ because [\s\S]*Was sent\s+\d+ tools? for [\d,]+ tokens/,
  );
  expect(await card.innerText()).toMatch(/Calls\s+\d+, 1 failed/);
  expect(await page.locator('.client', { hasText: 'evil\\u202eclient\\u200b' }).count()).toBe(1);
  await watched.expectAccessible();
  await watched.screenshot('clients');
  await card.getByLabel(/^Surface for clients/).selectOption('individual');
  await card.getByRole('button', { name: /^Look at the change/ }).click();
  await page.locator('dialog button.primary', { hasText: 'Write' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
  const { readFileSync } = await import('node:fs');
  expect(readFileSync(served.file, 'utf8')).toMatch(/"cursor-vscode": \{\s*"toolStrategy": "individual"/);
  expect(readFileSync(served.file, 'utf8')).toContain('// Nothing here yet.');
  await page.locator('.toast').getByRole('button', { name: /^Undo/ }).click();
  await page.getByText(/^Written: undone/).waitFor();
  expect(readFileSync(served.file, 'utf8')).toBe(TEXT);
  await hostile.close();
  watched.expectQuiet();
});

it('shows a restricted principal only its own calls', async () => {
  const http = {
    tokens: [
      { name: 'all', token: 'all-tools-long-token', rights: ['use' as const, 'watch' as const] },
      { name: 'files', token: 'files-only-long-token', rights: ['use' as const, 'watch' as const], servers: ['files'] },
    ],
  };
  await using other = await serveDashboard({ servers: DEMO_SERVERS, http });
  const ask = async (token: string, path: string, body?: object) => {
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return (await fetch(`${other.origin}/dashboard/api/${path}`, { ...init, headers })).json();
  };
  await ask('all-tools-long-token', 'try', { id: 'github/list_issues', input: { owner: 'a', repo: 'b' } });
  await ask('files-only-long-token', 'try', { id: 'files/read_file', input: { path: 'a' } });
  const names = async (token: string) =>
    (await ask(token, 'activity')).entries.map(({ principal }: { principal: string }) => principal);
  expect(await names('all-tools-long-token')).toEqual(['files', 'all']);
  expect(await names('files-only-long-token')).toEqual(['files']);
  expect((await ask('files-only-long-token', 'clients')).clients).toHaveLength(1);
  expect((await ask('files-only-long-token', 'try', { id: 'github/list_issues', input: {} })).error).toMatch(/no tool/);
});
