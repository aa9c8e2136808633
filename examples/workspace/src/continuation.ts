// The agent continues after a tool call: it reuses definitions, and reads the usual next tools first.
import assert from 'node:assert/strict';
import type { ToolDefinition } from '@foldout/workspace';
import { atDesk, shown } from './desk-tree.ts';

/** Which tools followed a tool in earlier tasks. */
const FOLLOWED: Readonly<Record<string, readonly (readonly [server: string, tool: string])[]>> = {
  'drive/getDocument': [
    ['crm', 'updateRecord'],
    ['drive', 'moveFile'],
  ],
};

await atDesk(async ({ search, reads, tokens }) => {
  const known = new Map<string, ToolDefinition>();
  const definitionOf = async (server: string, tool: string): Promise<ToolDefinition> => {
    const address = `${server}/${tool}`;
    const before = known.get(address);
    if (before) return before;
    const definition = await search.navigator.readToolDefinition(server, tool);
    reads(`read ${address}`, definition.code);
    known.set(address, definition);
    return definition;
  };

  await definitionOf('drive', 'getDocument');

  const likely = FOLLOWED['drive/getDocument'] ?? [];
  const described = await Promise.all(likely.map(([server, tool]) => search.loader.load(server, tool, 'description')));
  reads('look at what usually follows', described);
  const next = described.find(({ description = '' }) => /updates fields/i.test(description));
  assert.deepEqual([next?.server, next?.name], ['crm', 'updateRecord']);
  await definitionOf('crm', 'updateRecord');

  const spent = tokens();
  const again = await definitionOf('drive', 'getDocument');
  assert.equal(again.functionName, 'getDocument');
  assert.equal(tokens(), spent, 'what has been read costs nothing');

  const unforeseen = 'delete a customer record';
  assert.ok(!described.some(({ description = '' }) => description.toLowerCase().includes('delete')));
  const [found] = await search.search(unforeseen, 'description');
  assert.ok(found);
  reads('search for what nobody foresaw', shown(found));
  assert.deepEqual([found.server, found.name], ['crm', 'deleteRecord']);
});
