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
  /** Opens a view by its URL hash, without reloading the page, and waits for the selector. */
  goTo(hash: string, selector: string): Promise<void>;
  /** Fails when the page wrote to the console, threw an error, or sent a request to another host. */
  expectQuiet(): void;
  expectAccessible(): Promise<void>;
  /** Writes a file into test-results and returns its path. */
  screenshot(name: string): Promise<string>;
}

/** Opens a page and records its console messages, errors and requests. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: WIDE, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const { origin } = new URL(url);
  const problems: string[] = [];
  page.on('console', (message) => problems.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) problems.push(`request to another host: ${request.url()}`);
  });
  await page.goto(url);
  return {
    page,
    goTo: async (hash, selector) => {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await page.waitForSelector(selector);
    },
    expectQuiet: () => expect(problems).toEqual([]),
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

/** The violations that axe finds, one line each. The axe packages for test runners need a newer Node. */
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
