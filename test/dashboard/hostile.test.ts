import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { LOCAL_KEY, type ServedDashboard, serveDashboard } from './served-dashboard.ts';
import { NARROW, openPage } from './watched-page.ts';

/** Characters that hide text or turn its direction, and markup. */
const BAD = '\u202e\u200b\u2066\u{e0041}<img src=x onerror="document.title=1">';
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069]|\udb40/;

const hostile = {
  name: `send${BAD}`,
  title: `Title${BAD}`,
  description: `Sends.${BAD}`,
  inputSchema: {
    type: 'object',
    title: BAD,
    required: [`to${BAD}`],
    properties: {
      [`to${BAD}`]: { type: 'string', description: `Who${BAD}`, format: BAD },
      kind: { enum: [`a${BAD}`, 'b'], title: BAD },
      any: { anyOf: [{ title: BAD, type: 'string' }, { type: 'number' }] },
    },
  },
} as never;

let browser: Browser;
let served: ServedDashboard;
let id: string;
beforeAll(async () => {
  browser = await launchChromium();
  served = await serveDashboard({ servers: { evil: [hostile] }, text: '{ "mcpServers": {} }' });
  const evil = served.fixed.get('evil');
  if (!evil) throw new Error('no server');
  evil.answer = () => ({
    content: [
      { type: 'text', text: BAD },
      { type: 'resource_link', uri: `https://example.com/${BAD}`, name: BAD, description: BAD },
      { type: BAD, data: BAD },
    ],
    structuredContent: { [BAD]: BAD },
  });
  evil.status = { state: 'failed', restarts: 0, lastError: `It said ${BAD}`, todo: `Do ${BAD}` };
  Object.assign(evil, { log: [{ at: Date.now(), kind: 'stderr', text: `line ${BAD}` }] });
  evil.authorize = async (...given: unknown[]) => {
    const [{ onLink }] = given as [{ onLink: (url: URL) => void }];
    onLink(new URL('javascript:alert(1)'));
  };
  id = served.gateway.server.engine.catalog.entries().find(({ tool }) => tool.server === 'evil')?.tool.id ?? '';
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await served?.[Symbol.asyncDispose]();
});

it.each([{}, { viewport: NARROW, colorScheme: 'dark' as const }])(
  'shows invisible characters of a hostile server as escapes on every view, and runs none of its markup (%o)',
  async (options) => {
    await using watched = await openPage(browser, `${served.url}#key=${LOCAL_KEY}`, options);
    const { page } = watched;
    const tool = `#/tools?id=${encodeURIComponent(id)}`;
    await watched.goTo(tool, '.levels');
    const check = async (where: string): Promise<void> => {
      const shown = await page.evaluate(() => {
        const attributes = [...document.querySelectorAll('*')].flatMap((one) =>
          ['title', 'aria-label', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''),
        );
        return [document.body.innerText, document.title, ...attributes].join('\n');
      });
      expect([where, INVISIBLE.exec(shown)?.[0]]).toEqual([where, undefined]);
      expect(await page.title()).not.toBe('1');
      expect(await page.locator('#content img:not([src^="data:"])').count()).toBe(0);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([where, overflow <= 0]).toEqual([where, true]);
    };
    await check('levels');
    await page.getByRole('radio', { name: 'Overlay' }).check();
    await page.locator('.form').waitFor();
    await check('overlay');
    await page.getByRole('radio', { name: 'Try it' }).check();
    await page.locator('.try').waitFor();
    await check('form');
    await page.getByRole('button', { name: /^Call / }).click();
    const confirm = page.getByRole('button', { name: 'Call it' });
    await Promise.race([confirm.waitFor(), page.locator('.result').waitFor()]);
    await check('question');
    if (await confirm.count()) await confirm.click();
    await page.locator('.result .agent-text').first().waitFor();
    await check('result');
    await page.getByText('The call as a line to copy').click();
    await check('lines');
    await watched.expectAccessible();
    for (const [hash, selector] of [
      ['#/upstreams?name=evil', '.log-line'],
      ['#/search?q=sends', '.hit'],
      ['#/activity', '.activity-row'],
      ['#/clients', '.client'],
      ['#/overview', '.stats'],
      ['#/usage', '.panel'],
    ] as const) {
      await watched.goTo(hash, selector);
      await check(hash);
    }
  },
);

it('offers no sign-in page with an address that is no web address', async () => {
  const response = await fetch(`${served.origin}/dashboard/api/signin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${LOCAL_KEY}`, 'content-type': 'application/json' },
    body: '{"server":"evil"}',
  });
  expect([response.status, (await response.json()).error]).toEqual([502, expect.stringContaining('no web address')]);
});
