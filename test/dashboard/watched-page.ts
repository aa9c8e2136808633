import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const RESULTS = join(ROOT, 'test-results', 'dashboard');
const AXE = readFileSync(join(ROOT, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');

export const WIDE = { width: 1280, height: 900 };
export const NARROW = { width: 390, height: 844 };

export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  /** Goes to a view by its address, without loading the page again, and waits for what it shows. */
  goTo(hash: string, sign: string): Promise<void>;
  /** Fails where the page wrote to the console, threw, or asked anybody but its own gateway. */
  expectQuiet(): void;
  expectAccessible(): Promise<void>;
  /** Kept in test-results. Returns where. */
  screenshot(name: string): Promise<string>;
}

/** A page whose every message and request is kept. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const { origin } = new URL(url);
  const heard: string[] = [];
  page.on('console', (message) => heard.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => heard.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) heard.push(`asked elsewhere: ${request.url()}`);
  });
  await page.goto(url);
  return {
    page,
    goTo: async (hash, sign) => {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await page.waitForSelector(sign);
    },
    expectQuiet: () => expect(heard).toEqual([]),
    expectAccessible: async () => expect(await violationsIn(page)).toEqual([]),
    screenshot: async (name) => {
      mkdirSync(RESULTS, { recursive: true });
      const path = join(RESULTS, `${name}.png`);
      await page.screenshot({ path });
      return path;
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds wrong, in a line each. Put in by hand: its packages for test runners want a newer Node. */
async function violationsIn(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
