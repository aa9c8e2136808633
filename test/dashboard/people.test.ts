import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gateway, type GatewayConfig, openGateway, type Serving, serveOverHttp } from '@foldout/gateway';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../fixtures/free-port.mjs';
import { IdentityProvider } from '../fixtures/identity-provider.ts';
import { launchChromium } from './chromium.ts';
import { openPage } from './watched-page.ts';

let browser: Browser;
let provider: IdentityProvider;
let gateway: Gateway;
let serving: Serving;
let publicUrl: string;
const folder = mkdtempSync(join(tmpdir(), 'foldout-people-'));
const log = { info: () => {}, warn: () => {} };

beforeAll(async () => {
  browser = await launchChromium();
  const port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  provider = await IdentityProvider.start({
    resources: ['https://unused.example/mcp'],
    claims: (user) => ({ roles: { foldout: user === 'ann' ? ['operator'] : [] } }),
    clients: [{ client_id: 'foldout', client_secret: 'secret', redirect_uris: [`${publicUrl}/sign-in/callback`] }],
  });
  const config: GatewayConfig = {
    stateFolder: folder,
    learning: false,
    mcpServers: {},
    http: {
      port,
      publicUrl,
      signIn: {
        issuer: provider.issuer,
        clientId: 'foldout',
        clientSecret: 'secret',
        grants: [{ claims: { '/roles/foldout/*': 'operator' }, rights: ['watch', 'operate'] }],
      },
    },
  };
  gateway = await openGateway({ config, version: '1', log });
  serving = await serveOverHttp(gateway, { config, log });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await serving?.close();
  await gateway?.close();
  await provider?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the dashboard, and signs in at the provider. */
async function signIn(user: string) {
  const watched = await openPage(browser, `${publicUrl}/dashboard`);
  const { page } = watched;
  await page.getByRole('link', { name: /Sign in with 127\.0\.0\.1/ }).click();
  await page.locator('input[name=login]').fill(user);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]').click();
  return watched;
}

it('lets a user in with the identity provider, until the user signs out', async () => {
  await using watched = await signIn('ann');
  const { page } = watched;
  await page.locator('.headline, .empty').first().waitFor();
  expect(page.url()).toBe(`${publicUrl}/dashboard`);
  await watched.expectAccessible();
  // Scripts of the page cannot read the cookie, and the MCP endpoint does not take it.
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const statusOf = (path: string, method: string) =>
    page.evaluate(
      async ([path, method]) => (await fetch(path as string, { method: method as string })).status,
      [path, method],
    );
  expect(await statusOf('/dashboard/api/me', 'GET')).toBe(200);
  expect(await statusOf('/mcp', 'POST')).toBe(401);
  // A change needs more than the cookie, which a browser sends by itself.
  expect(await statusOf('/dashboard/api/restart', 'POST')).toBe(403);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Token', { exact: true }).waitFor();
  await page.reload();
  await page.getByLabel('Token', { exact: true }).waitFor();
});

it('refuses a user whose claims fit no grant', async () => {
  await using watched = await signIn('eve');
  await watched.page.getByText('eve may not use this gateway').waitFor();
});

it('lets nobody finish a sign-in that another browser has started', async () => {
  const started = await fetch(`${publicUrl}/sign-in`, { redirect: 'manual' });
  const state = new URL(started.headers.get('location') ?? '').searchParams.get('state');
  const back = await fetch(`${publicUrl}/sign-in/callback?code=x&state=${state}`, { redirect: 'manual' });
  expect({ status: back.status, cookie: back.headers.get('set-cookie') }).toEqual({ status: 400, cookie: null });
});
