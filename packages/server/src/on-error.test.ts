import { DirectClient, defineCommand, type ThrownError } from '@foldout/core';
import { expect, it } from 'vitest';
import { createMcpServer } from './create-mcp-server.ts';

const bad = defineCommand({
  name: 'bad',
  description: 'Fails',
  handler: () => {
    throw new Error('no such file: /srv/keys');
  },
});

it('logs what a command throws, with the trace id that the caller gets', async () => {
  const lines: string[] = [];
  const server = createMcpServer({ name: 'shop', version: '1', commands: [bad], log: (line) => lines.push(line) });
  const { error } = await new DirectClient(server).call('bad', {}, { traceId: 't-7' });
  expect(error?.message).toBe("'bad' failed unexpectedly (trace t-7)");
  expect(lines).toEqual([
    expect.stringContaining("shop: 'bad' threw (trace t-7): Error: no such file: /srv/keys\n    at "),
  ]);
});

it('gives it to onError instead', async () => {
  const seen: ThrownError[] = [];
  const lines: string[] = [];
  const log = (line: string): number => lines.push(line);
  const server = createMcpServer({
    name: 'shop',
    version: '1',
    commands: [bad],
    log,
    onError: (one) => seen.push(one),
  });
  await new DirectClient(server).call('bad');
  expect([lines, seen]).toMatchObject([[], [{ command: { id: 'shop/bad' } }]]);
});
