import { defineCommand, success, toolFromDefinition } from '@foldout/core';
import { describe, expect, it } from 'vitest';
import { createMcpServer } from '../create-mcp-server.ts';
import type { McpServerOptions } from '../options.ts';

type Parts = Partial<Parameters<typeof defineCommand>[0]>;

function listed(parts: Parts, options: Partial<McpServerOptions> = {}) {
  const command = defineCommand({
    name: 'order-list',
    description: 'List orders, the newest first. Filters by user.',
    handler: () => success([]),
    ...parts,
  } as Parameters<typeof defineCommand>[0]);
  const server = createMcpServer({
    name: 's',
    version: '1',
    commands: [command],
    toolStrategy: 'individual',
    ...options,
  });
  return server.listTools().find((tool) => tool.name === command.name);
}

describe('hints for hosts that search by themselves', () => {
  it('are absent where there is nothing to say', () => {
    expect(listed({})).not.toHaveProperty('_meta');
  });

  it.each<[string, Parts, Partial<McpServerOptions>]>([
    ['marked core', { core: true }, {}],
    ['marked always available', { alwaysAvailable: true }, {}],
    ['named core by option', {}, { coreTools: ['order-list'] }],
    ['named core by its id', {}, { coreTools: ['s/order-list'] }],
    ['named always available by option', {}, { alwaysAvailable: ['order-list'] }],
  ])('say to load at once what is %s', (_how, parts, options) => {
    expect(listed(parts, options)?._meta).toEqual({ 'anthropic/alwaysLoad': true });
  });

  it('carry summaries and aliases', () => {
    const aliases = ['purchases', 'sales history'];
    expect(listed({ aliases })?._meta).toEqual({ 'anthropic/searchHint': 'purchases; sales history' });
    expect(listed({ summary: 'What was sold' })?._meta).toEqual({ 'anthropic/searchHint': 'What was sold' });
    expect(listed({ aliases, summary: 'What was sold', core: true })?._meta).toEqual({
      'anthropic/alwaysLoad': true,
      'anthropic/searchHint': 'What was sold; purchases; sales history',
    });
  });

  it('do not repeat a summary that is the beginning of the description', () => {
    expect(listed({ summary: 'List orders, the newest first' })).not.toHaveProperty('_meta');
  });
});

describe('annotations', () => {
  it.each<[Parts, object]>([
    [{}, { readOnlyHint: false }],
    [{ mutation: false }, { readOnlyHint: true }],
    [{ mutation: true }, { readOnlyHint: false, destructiveHint: false }],
    [{ destructive: true }, { readOnlyHint: false, destructiveHint: true }],
    [
      { mutation: true, annotations: { idempotentHint: true, openWorldHint: false } },
      { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    ],
    [
      { annotations: { title: 'Orders', openWorldHint: true } },
      { readOnlyHint: false, title: 'Orders', openWorldHint: true },
    ],
    [{ annotations: { readOnlyHint: true } }, { readOnlyHint: true }],
    [{ annotations: { readOnlyHint: false } }, { readOnlyHint: false, destructiveHint: true }],
    [{ annotations: { destructiveHint: false } }, { readOnlyHint: false, destructiveHint: false }],
    [
      { annotations: { readOnlyHint: true }, mutation: true },
      { readOnlyHint: false, destructiveHint: false },
    ],
    [
      { annotations: { readOnlyHint: true }, destructive: true },
      { readOnlyHint: false, destructiveHint: true },
    ],
  ])('come from the metadata: %j → %j', (parts, annotations) => {
    expect(listed(parts)?.annotations).toEqual(annotations);
  });

  it('of another server are kept, with what the protocol means by their absence', () => {
    const tool = (annotations?: object) => toolFromDefinition('up', { name: 'x', annotations });
    expect(tool({ readOnlyHint: true })).toMatchObject({ mutation: false, destructive: false });
    expect(tool()).toMatchObject({ mutation: true, destructive: true });
  });
});
