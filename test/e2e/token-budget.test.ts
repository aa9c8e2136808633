import { type Command, createMcpServer, defineCommand, type McpServerOptions, success } from '@foldout/server';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allTools, connectInProcess, type SeenTool } from './clients.ts';

const MAX_TOKENS = 600;
const MAX_INSTRUCTIONS = 120;
const FIVE = ['afd-discover', 'afd-detail', 'afd-call', 'afd-batch', 'afd-pipe'];
const AREAS = ['order', 'user', 'payment', 'invoice', 'shipment', 'ticket', 'a-category-with-quite-a-long-name'];

/** All commands share one schema: 100,000 schemas would measure the schema library. */
const INPUT = z.object({ id: z.string(), note: z.string().optional() });

function manyCommands(count: number): Command[] {
  return Array.from({ length: count }, (_, number) =>
    defineCommand({
      name: `${AREAS[number % AREAS.length]}-${number}`,
      description: `Do thing number ${number}`,
      tags: [`tag-${number % 50}`],
      input: INPUT,
      handler: ({ id }) => success({ id, number }),
    }),
  );
}

interface Enumeration {
  readonly first: readonly SeenTool[];
  readonly again: readonly SeenTool[];
  readonly instructions: string;
}

async function enumerate(count: number, options: Partial<McpServerOptions> = {}): Promise<Enumeration> {
  const commands = manyCommands(count);
  await using server = createMcpServer({ name: 'big', version: '1.0.0', commands, toolStrategy: 'lazy', ...options });
  const client = await connectInProcess(server);
  try {
    return {
      first: await allTools(client),
      again: await allTools(client),
      instructions: client.instructions ?? '',
    };
  } finally {
    await client.close();
  }
}

describe('lazy', () => {
  const sizes = [5, 500, 100_000];
  const enumerations = new Map<number, Enumeration>();
  beforeAll(async () => {
    for (const size of sizes) enumerations.set(size, await enumerate(size));
  });
  const at = (size: number): Enumeration => enumerations.get(size) as Enumeration;

  it.each(sizes)('lists exactly five tools in at most 600 tokens for %i commands', (size) => {
    const { first } = at(size);
    expect(first.map((tool) => tool.name)).toEqual(FIVE);
    expect(encode(JSON.stringify(first)).length).toBeLessThanOrEqual(MAX_TOKENS);
  });

  it.each(sizes)('explains the partial list in under 120 tokens for %i commands', (size) => {
    const { instructions } = at(size);
    expect(instructions).toContain(`${size} commands`);
    expect(encode(instructions).length).toBeLessThan(MAX_INSTRUCTIONS);
  });

  it('lists the same bytes for 5, 500 and 100,000 commands, on every request and every run', async () => {
    const rerun = await enumerate(5);
    const listings = [...enumerations.values(), rerun].flatMap(({ first, again }) => [first, again]);
    expect(listings).toHaveLength(8);
    expect(new Set(listings.map((tools) => JSON.stringify(tools))).size).toBe(1);
  });

  it('stays within the budget when contexts add a parameter to two tools', async () => {
    const { first } = await enumerate(5, { contexts: [{ name: 'checkout' }] });
    expect(JSON.stringify(first)).toContain('"context"');
    expect(encode(JSON.stringify(first)).length).toBeLessThanOrEqual(MAX_TOKENS);
  });
});
