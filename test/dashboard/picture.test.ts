import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { demoGateway } from './demo-gateway.ts';
import { DEMO_SERVERS, manyServers } from './demo-tools.ts';
import { openPage } from './watched-page.ts';

const MOST_BYTES = 200_000;
const OTHERS = ['billing', 'chat', 'database', 'errors', 'mail', 'notes', 'support', 'tickets', 'wiki'];

it('can be shown in the documentation: node scripts/write-dashboard-picture.mjs', async () => {
  const servers = { ...DEMO_SERVERS, ...manyServers(OTHERS, 40) };
  await using served = await demoGateway({ servers }, 30_000);
  const browser = await launchChromium();
  try {
    await using watched = await openPage(browser, served.url, { viewport: { width: 1200, height: 690 } });
    const { page } = watched;
    await page.locator('.chart svg').first().waitFor();
    await page.getByText('tokens in all').waitFor();
    await expect.poll(() => page.locator('.live').innerText()).toContain('Live');
    const path = await watched.screenshot('picture');
    expect(statSync(path).size).toBeLessThan(MOST_BYTES);
    const wanted = process.env['WRITE_DASHBOARD_PICTURE'];
    if (wanted) {
      mkdirSync(dirname(wanted), { recursive: true });
      copyFileSync(path, wanted);
    }
  } finally {
    await browser.close();
  }
}, 60_000);
