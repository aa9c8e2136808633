import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../dashboard/chromium.ts';
import { ERAS, type Era } from '../e2e/sdk-clients.ts';
import type { AppToShow } from '../fixtures/apps/host.ts';
import { fixture } from '../fixtures/upstreams.ts';
import { connectTo, errorCode, firstText, type GatewayClient, run } from './gateway-clients.ts';
import { GatewayProcess, Home } from './gateway-process.ts';

const SHOWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
const LAZY = ['afd-discover', 'afd-detail', 'afd-call', 'afd-batch', 'afd-pipe'];

let host: Server;
let origin: string;
let home: Home;
let gateway: GatewayProcess;

beforeAll(async () => {
  const bundle = await build({
    entryPoints: [resolve(import.meta.dirname, '../fixtures/apps/host.ts')],
    bundle: true,
    format: 'iife',
    write: false,
  });
  const page = `<!doctype html><title>host</title><script>${bundle.outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script><body>`;
  host = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  home = new Home({
    mcpServers: { clock: fixture('clock-app.mjs', 'clock') },
    toolStrategy: 'lazy',
    http: { allowedOrigins: [origin] },
  });
  gateway = await GatewayProcess.start(home);
});

afterAll(async () => {
  await gateway?.[Symbol.asyncDispose]();
  home?.[Symbol.dispose]();
  host?.close();
});

const hostFor = (era: Era, target = gateway.target) => connectTo(target, era, { capabilities: SHOWS });
const namesOf = async (client: GatewayClient) => (await client.listTools()).tools.map(({ name }) => name);
const pageOf = (tool: { _meta?: Record<string, unknown> | undefined } | undefined) =>
  (tool?._meta?.['ui'] as { resourceUri: string } | undefined)?.resourceUri ?? 'none';

describe.each(ERAS)('an app behind the surface lazy, for a %s client', (era) => {
  it('has its tools listed, with everything that its server says of them, for a host that shows pages', async () => {
    await using client = await hostFor(era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...LAZY, 'show_clock', 'wind_clock']);
    expect(tools.find(({ name }) => name === 'wind_clock')?._meta).toMatchObject({
      ui: { resourceUri: 'ui://clock/view.html', visibility: ['app'] },
      'ui/resourceUri': 'ui://clock/view.html',
    });
  });

  it('adds nothing to the list of any other client', async () => {
    await using client = await connectTo(gateway.target, era);
    expect(await namesOf(client)).toEqual(LAZY);
  });

  it('has a page that can be read though its server does not list it', async () => {
    await using client = await hostFor(era);
    expect((await client.listResources()).resources).toEqual([]);
    const { contents } = await client.readResource({ uri: 'ui://clock/view.html' });
    expect(contents[0]).toMatchObject({
      mimeType: 'text/html;profile=mcp-app',
      _meta: { ui: { csp: { connectDomains: ['https://time.example'] } } },
    });
  });

  it('keeps the tools of its page from the model, and runs them for the page', async () => {
    await using client = await hostFor(era);
    const { structuredContent } = await run(client, 'afd-discover', { search: 'wind clock' });
    const found = structuredContent.data.commands.map(({ name }: { name: string }) => name);
    expect(found).toContain('show_clock');
    expect(found).not.toContain('wind_clock');
    const refused = await run(client, 'afd-call', { command: 'wind_clock' });
    expect(errorCode(refused)).toBe('COMMAND_NOT_EXPOSED');
    expect(firstText(await run(client, 'wind_clock'))).toContain("o'clock");
    expect(firstText(await run(client, 'afd-call', { command: 'show_clock' }))).toContain("o'clock");
  });
});

it('announces new tools of apps to hosts that show pages, and to no other client of a constant list', async () => {
  using changing = new Home({ mcpServers: {}, toolStrategy: 'lazy' });
  await using process = await GatewayProcess.start(changing, { learned: false });
  const heard: string[] = [];
  const listening = (who: string) => ({
    listChanged: { tools: { onChanged: () => void heard.push(who), autoRefresh: false } },
  });
  await using shows = await connectTo(process.target, 'legacy', { capabilities: SHOWS, ...listening('shows') });
  await using other = await connectTo(process.target, 'legacy', listening('other'));
  expect(await namesOf(shows)).toEqual(LAZY);
  expect(await namesOf(other)).toEqual(LAZY);
  changing.write({ mcpServers: { clock: fixture('clock-app.mjs') }, toolStrategy: 'lazy' });
  await expect.poll(() => namesOf(shows), { timeout: 20_000 }).toContain('show_clock');
  await expect.poll(() => heard).toContain('shows');
  expect(heard).not.toContain('other');
});

it('gives the pages of two servers addresses of their own if they have the same one', async () => {
  using twins = new Home({
    mcpServers: { east: fixture('clock-app.mjs', 'east'), west: fixture('clock-app.mjs', 'west') },
    toolStrategy: 'lazy',
  });
  await using process = await GatewayProcess.start(twins);
  await using client = await hostFor('modern', process.target);
  const { tools } = await client.listTools();
  const pages = ['east', 'west'].map((server) => pageOf(tools.find(({ name }) => name === `${server}__show_clock`)));
  expect(pages).toEqual(['ui://foldout/east/clock/view.html', 'ui://foldout/west/clock/view.html']);
  for (const uri of pages) expect((await client.readResource({ uri })).contents[0]).toHaveProperty('text');
  await expect(client.readResource({ uri: 'ui://clock/view.html' })).rejects.toThrow();
});

describe('the page of an app in a browser, through the gateway', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each(ERAS)('shows the result of its tool, and calls the tools of its server (%s)', async (era) => {
    const tab = await browser.newPage();
    await tab.goto(origin);
    const shown = await tab.evaluate(
      (app: AppToShow) => {
        return (globalThis as unknown as { showApp(app: AppToShow): Promise<object> }).showApp(app);
      },
      { url: gateway.url, era, tool: 'show_clock' },
    );
    expect(shown).toMatchObject({ _meta: { ui: { csp: { connectDomains: ['https://time.example'] } } } });
    const time = tab.frameLocator('iframe').locator('#time');
    await expect.poll(() => time.textContent()).toMatch(/^clock at \d+ o'clock$/);
    const before = await time.textContent();
    await tab.frameLocator('iframe').locator('button').click();
    await expect.poll(() => time.textContent()).not.toBe(before);
    expect(await time.textContent()).toMatch(/^clock at \d+ o'clock$/);
    await tab.close();
  });
});
