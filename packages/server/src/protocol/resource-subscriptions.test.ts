import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { isSubscribed, keepSubscriptions, type ResourceWatch } from './resource-subscriptions.ts';

const URI = 'mem://one';

async function connected(watch: ResourceWatch) {
  const server = new Server({ name: 'notes', version: '1' }, { capabilities: { resources: { subscribe: true } } });
  keepSubscriptions(server, watch);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const client = new Client({ name: 'reader', version: '1' });
  await client.connect(near);
  return { server, client };
}

it('a change that is reported while the subscription is being answered reaches the client', async () => {
  const during: boolean[] = [];
  const { server, client } = await connected(async (uri) => {
    during.push(isSubscribed(server, uri));
    return () => {};
  });
  expect(isSubscribed(server, URI)).toBe(false);
  await client.subscribeResource({ uri: URI });
  expect([...during, isSubscribed(server, URI)]).toEqual([true, true]);
  await client.close();
});

it('a subscription that fails is none', async () => {
  const { server, client } = await connected(() => Promise.reject(new Error('no such resource')));
  await expect(client.subscribeResource({ uri: URI })).rejects.toThrow();
  expect(isSubscribed(server, URI)).toBe(false);
  await client.close();
});
