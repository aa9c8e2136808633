import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import type { Definition } from './demo-tools.ts';
import { type ServedDashboard, serveDashboard } from './served-dashboard.ts';
import { NARROW, openPage } from './watched-page.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The parts of JSON Schema that real servers use. */
const ORDER: Definition = {
  name: 'order',
  description: 'Places an order.',
  annotations: { destructiveHint: false },
  inputSchema: {
    type: 'object',
    required: ['item', 'size', 'to'],
    properties: {
      item: { type: 'string', description: 'What to order.' },
      size: { enum: ['small', 'large'] },
      count: { type: ['integer', 'null'], default: 1 },
      gift: { type: 'boolean' },
      notes: { type: 'array', items: { type: 'string' } },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      to: { $ref: '#/$defs/address' },
      pay: {
        oneOf: [
          {
            title: 'Card',
            type: 'object',
            required: ['kind', 'number'],
            properties: { kind: { const: 'card' }, number: { type: 'string' } },
          },
          { title: 'Invoice', type: 'object', required: ['kind'], properties: { kind: { const: 'invoice' } } },
        ],
      },
      extra: {},
    },
    $defs: { address: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } } },
  },
} as never;

const WIPE: Definition = {
  name: 'wipe',
  description: 'Deletes everything.',
  annotations: { destructiveHint: true },
  inputSchema: { type: 'object', properties: {} },
} as never;

let browser: Browser;
let served: ServedDashboard;
beforeAll(async () => {
  browser = await launchChromium();
  const more = { profiles: { small: { tools: ['order'] }, none: { tools: ['wipe'] } } };
  served = await serveDashboard({ servers: { shop: [ORDER, WIPE] }, more });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
});

const shop = () => {
  const upstream = served.fixed.get('shop');
  if (!upstream) throw new Error('no shop');
  return upstream;
};
const open = async (tool: string, options = {}) => {
  const watched = await openPage(browser, `${served.url}#/tools?id=shop%2F${tool}`, options);
  await watched.page.getByRole('radio', { name: 'Try it' }).check();
  return watched;
};

it('makes a form of the schema, keeps it equal to the JSON beside it, and sends what it shows', async () => {
  await using watched = await open('order');
  const { page } = watched;
  const json = page.getByLabel('The same as JSON');
  expect(JSON.parse(await json.inputValue())).toEqual({ item: '', size: 'small', count: 1, to: { city: '' } });
  await page.getByLabel(/^item/).fill('tea');
  await page.getByLabel(/^size/).selectOption('large');
  await page.getByLabel(/^city/).fill('Bern');
  await page.getByRole('button', { name: 'Add notes' }).click();
  await page.getByRole('button', { name: 'Add an item to notes' }).click();
  await page.getByLabel('notes 1').fill('quickly');
  await page.getByRole('button', { name: 'Add labels' }).click();
  await page.getByLabel('Name of a new entry of labels').fill('team');
  await page.getByRole('button', { name: 'Add to labels' }).click();
  await page.getByLabel(/^team/).fill('core');
  await page.getByLabel('pay optional').selectOption({ label: 'Card' });
  await page.getByLabel(/^number/).fill('4111');
  const wanted = {
    item: 'tea',
    size: 'large',
    count: 1,
    to: { city: 'Bern' },
    notes: ['quickly'],
    labels: { team: 'core' },
    pay: { kind: 'card', number: '4111' },
  };
  await expect.poll(async () => JSON.parse(await json.inputValue())).toEqual(wanted);
  await json.fill(JSON.stringify({ ...wanted, gift: true }));
  await expect.poll(() => page.getByLabel(/^gift/).inputValue()).toBe('true');
  await watched.expectAccessible();
  await watched.screenshot('try-form');
  shop().answer = () => ({ content: [{ type: 'text', text: 'ordered' }] });
  await page.getByRole('button', { name: 'Call shop/order' }).click();
  await page.getByText('Success').waitFor();
  expect(shop().sent.at(-1)?.params).toMatchObject({ name: 'order', arguments: { ...wanted, gift: true } });
  expect(await page.locator('.result').innerText()).toMatch(/\d+ tokens for the call, 1 token for the answer/);
  watched.expectQuiet();
});

it('shows text, images, sounds, links and structured content, and runs nothing of a hostile answer', async () => {
  await using watched = await open('order');
  const { page } = watched;
  shop().answer = () => ({
    content: [
      { type: 'text', text: '<img src=x onerror="document.title=1"> hid\u200bden \u202etext' },
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      { type: 'image', data: btoa('<svg onload="alert(1)"/>'), mimeType: 'image/svg+xml' },
      { type: 'audio', data: 'UklGRiQAAABXQVZF', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'https://example.com/a', name: 'Receipt' },
      { type: 'resource_link', uri: 'javascript:alert(1)', name: 'Bad' },
    ],
    structuredContent: { total: 5 },
  });
  await page.getByLabel('The same as JSON').fill('{"item":"a","size":"small","to":{"city":"b"}}');
  await page.getByRole('button', { name: 'Call shop/order' }).click();
  const result = page.locator('.result');
  await result.getByText('Structured content').waitFor();
  expect(await result.innerText()).toContain('hid\\u200bden \\u202etext');
  await expect
    .poll(() => result.locator('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth)))
    .toEqual([1]);
  expect(await result.locator('audio').count()).toBe(1);
  expect(await result.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
    'https://example.com/a',
  ]);
  await watched.expectAccessible();
  await watched.screenshot('try-result');
});

it('asks before it calls a destructive tool', async () => {
  await using watched = await open('wipe', { viewport: NARROW });
  const { page } = watched;
  const before = shop().sent.length;
  shop().answer = () => ({ content: [{ type: 'text', text: 'gone' }] });
  await page.getByRole('button', { name: 'Call shop/wipe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Call shop/wipe?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(shop().sent.length).toBe(before);
  const unasked = await fetch(`${served.origin}/dashboard/api/try`, {
    method: 'POST',
    headers: { 'x-foldout-request': 'dashboard', 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'shop/wipe', input: {} }),
  });
  expect(unasked.status).toBe(409);
  await page.getByRole('button', { name: 'Call shop/wipe' }).click();
  await watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Call it' }).click();
  await page.getByText('Success').waitFor();
  expect(shop().sent.at(-1)?.params).toMatchObject({ name: 'wipe' });
  watched.expectQuiet();
});

it('calls as a profile, which may not have the tool', async () => {
  await using watched = await open('order');
  const { page } = watched;
  shop().answer = () => ({ content: [{ type: 'text', text: 'ok' }] });
  await page.getByLabel('The same as JSON').fill('{"item":"a","size":"small","to":{"city":"b"}}');
  await page.getByLabel('Profile').selectOption('none');
  await page.getByRole('button', { name: 'Call shop/order' }).click();
  await page.locator('.result .badge', { hasText: 'Error' }).waitFor();
  await page.getByLabel('Profile').selectOption('small');
  await page.getByRole('button', { name: 'Call shop/order' }).click();
  await page.getByText('Success').waitFor();
});

it('writes the call as lines that work', async () => {
  await using watched = await open('order');
  const { page } = watched;
  await page.getByLabel('The same as JSON').fill(`{"item":"it's","size":"small","to":{"city":"b"}}`);
  await page.getByText('The call as a line to copy').click();
  const lines = await page.locator('.lines pre').allInnerTexts();
  expect(lines[0]).toBe(`foldout call shop/order '{"item":"it'\\''s","size":"small","to":{"city":"b"}}'`);
  shop().answer = () => ({ content: [{ type: 'text', text: 'by curl' }] });
  const { stdout } = await promisify(execFile)('bash', ['-c', lines[1] as string], { timeout: 20_000 });
  expect(stdout).toContain('by curl');
  expect(shop().sent.at(-1)?.params).toMatchObject({ arguments: { item: "it's" } });
  expect(lines[2]).toContain('StreamableHTTPClientTransport');
});
