import { expect, it } from 'vitest';
import { fixture } from '../fixtures/upstreams.ts';
import { GatewayProcess, Home } from '../gateway/gateway-process.ts';

it('is served by the command `foldout serve --http`, with its page and its data', async () => {
  using home = new Home({ mcpServers: { desk: fixture('desk.mjs') } });
  await using gateway = await GatewayProcess.start(home);
  const { origin } = new URL(gateway.url);
  const page = await fetch(`${origin}/dashboard`);
  expect(await page.text()).toContain('dashboard/app.js');
  expect((await fetch(`${origin}/dashboard/app.js`)).status).toBe(200);
  const tools = await (await fetch(`${origin}/dashboard/api/tools?server=desk`)).json();
  expect(tools.total).toBeGreaterThan(0);
  // The usage store opens in the background.
  await expect
    .poll(async () => (await (await fetch(`${origin}/dashboard/api/overview`)).json()).calls?.total, {
      timeout: 10_000,
    })
    .toMatchObject({ calls: 0 });
});
