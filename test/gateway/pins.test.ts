import { describe, expect, it } from 'vitest';
import { hostile } from '../fixtures/upstreams.ts';
import { connectTo, run } from './gateway-clients.ts';
import { eventually, GatewayProcess, Home } from './gateway-process.ts';

const FIVE = ['afd-discover', 'afd-detail', 'afd-call', 'afd-batch', 'afd-pipe'];
const PINNED = [...FIVE, 'echo', 'pid'];

describe('a gateway with alwaysAvailable in its configuration', () => {
  it('lists these tools after the five of lazy: from an empty folder when the server has answered, later at once', async () => {
    using home = new Home({
      toolStrategy: 'lazy',
      mcpServers: { steady: { ...hostile(), alwaysAvailable: ['ech*', 'pid', 'no_such_tool'] }, other: hostile() },
    });
    const namesOf = async (client: Awaited<ReturnType<typeof connectTo>>) =>
      (await client.listTools()).tools.map(({ name }) => name.replace('steady__', ''));
    {
      await using gateway = await GatewayProcess.start(home);
      await using client = await connectTo(gateway.target, 'legacy');
      let announced = 0;
      client.setNotificationHandler('notifications/tools/list_changed', () => {
        announced += 1;
      });
      const first = await namesOf(client);
      expect(first.slice(0, 5)).toEqual(FIVE);
      const names = await eventually(
        () => namesOf(client),
        (listed) => listed.length === PINNED.length,
      );
      expect(names).toEqual(PINNED);
      if (first.length < PINNED.length) expect(announced).toBeGreaterThan(0);
      expect((await run(client, 'steady/echo', { n: 1 })).structuredContent).toEqual({ n: 1 });
    }
    await using again = await GatewayProcess.start(home);
    await using client = await connectTo(again.target, 'legacy');
    expect(await namesOf(client)).toEqual(PINNED);
  });
});
