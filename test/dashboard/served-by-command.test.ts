import { expect, it } from 'vitest';
import { fixture } from '../fixtures/upstreams.ts';
import { GatewayProcess, Home } from '../gateway/gateway-process.ts';

it('is served by the command `foldout serve --http`, with its page and its data', async () => {
  using home = new Home({ mcpServers: { desk: fixture('desk.mjs') } });
  await using gateway = await GatewayProcess.start(home);
  const { origin } = new URL(gateway.url);
  // The log of a service must not keep the key of the user.
  expect(gateway.output).toContain(`Dashboard:    ${origin}/dashboard\n`);
  expect(gateway.output).not.toContain('#key=');
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

it('changes the file of the command, which the running gateway applies, for a token with the right', async () => {
  const token = 'administrator-has-a-long-token';
  const rights = ['use', 'watch', 'administer'] as const;
  using home = new Home({
    mcpServers: { desk: fixture('desk.mjs') },
    http: { tokens: [{ name: 'admin', token, rights: [...rights] }] },
  });
  await using gateway = await GatewayProcess.start(home);
  const { origin } = new URL(gateway.url);
  const act = async (name: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${origin}/dashboard/api/${name}`, init)).json();
  };
  const { command = '', args = [] } = fixture('desk.mjs');
  const wanted = { source: [command, ...args].join(' '), name: 'second' };
  const { plan } = await act('add', { ...wanted, step: 'plan' });
  expect(plan).toMatchObject({ file: home.file, name: 'second' });
  const { written } = await act('add', { ...wanted, step: 'write', seen: plan.seen });
  expect(written).toMatchObject({ by: 'admin', what: 'mcpServers.second: set' });
  const servers = async (): Promise<string[]> => {
    const answer = await fetch(`${origin}/dashboard/api/upstreams`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()).upstreams.map(({ name }: { name: string }) => name);
  };
  await expect.poll(servers, { timeout: 10_000 }).toEqual(['desk', 'second']);
  await act('undo', { id: written.id });
  await expect.poll(servers, { timeout: 10_000 }).toEqual(['desk']);
  expect(JSON.stringify(await act('restart', { server: 'desk' }))).toContain("lacks the right 'operate'");
});
