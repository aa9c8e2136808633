import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { launchChromium } from './chromium.ts';
import { demoGateway } from './demo-gateway.ts';
import { DEMO_SERVERS, manyServers } from './demo-tools.ts';
import { openPage } from './watched-page.ts';

const MAX_BYTES = 200_000;
const OTHERS = ['billing', 'chat', 'database', 'errors', 'mail', 'notes', 'support', 'tickets', 'wiki'];

it('makes the picture for the documentation (node scripts/write-dashboard-picture.mjs writes it)', async () => {
  const servers = { ...DEMO_SERVERS, ...manyServers(OTHERS, 40) };
  await using served = await demoGateway({ servers }, 30_000);
  const browser = await launchChromium();
  try {
    await using watched = await openPage(browser, served.url, { viewport: { width: 1200, height: 690 } });
    const { page } = watched;
    await page.locator('.chart svg').first().waitFor();
    await page.getByText('tokens in total').waitFor();
    await expect.poll(() => page.locator('.live').innerText()).toContain('Live');
    const path = await watched.screenshot('picture');
    expect(statSync(path).size).toBeLessThan(MAX_BYTES);
    const target = process.env['WRITE_DASHBOARD_PICTURE'];
    if (target) {
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(path, target);
    }
  } finally {
    await browser.close();
  }
}, 60_000);
