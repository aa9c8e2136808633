// The agent continues after a tool call: it reuses definitions, and looks first at the tools that usually come next.
import assert from 'node:assert/strict';
import { openUsage } from '@foldout/usage';
import { ProgressiveDiscoverySystem } from '@foldout/workspace/discovery';
import { atDesk, shown } from './desk-tree.ts';

await atDesk(async ({ search, reads, tokens }) => {
  await using usage = openUsage('memory');
  await using discovery = new ProgressiveDiscoverySystem({ root: search.navigator.root, usage });
  await discovery.initialize();
  const definitionOf = async (server: string, tool: string) => {
    const before = discovery.getCacheStats().misses;
    const found = await discovery.getToolDefinition(server, tool, 'full', { session_id: 'now' });
    assert.ok(found?.definition);
    // What the session has read before is in its context already.
    if (discovery.getCacheStats().misses > before) reads(`read ${server}/${tool}`, found.definition.code);
    return found.definition;
  };

  // Earlier tasks, from which the system learns.
  for (const task of ['a', 'b', 'c']) {
    for (const [server, tool] of [
      ['drive', 'getDocument'],
      ['crm', task === 'c' ? 'getRecord' : 'updateRecord'],
    ] as const) {
      discovery.trackCall(server, tool, { session_id: task });
    }
  }

  await definitionOf('drive', 'getDocument');
  await discovery.preloadPredicted('drive/getDocument', { session_id: 'now' });
  const predicted = discovery.getPredictedTools('drive/getDocument');
  assert.deepEqual(
    predicted.map(({ server, name }) => `${server}/${name}`),
    ['crm/updateRecord', 'crm/getRecord'],
  );
  reads(
    'look at what usually follows',
    predicted.map(({ server, name, description }) => ({ server, name, description })),
  );
  const next = predicted.find(({ description = '' }) => /updates fields/i.test(description));
  assert.deepEqual([next?.server, next?.name], ['crm', 'updateRecord']);
  reads('read crm/updateRecord', next?.definition?.code);

  const spent = tokens();
  const again = await definitionOf('drive', 'getDocument');
  assert.equal(again.functionName, 'getDocument');
  assert.equal(tokens(), spent, 'what has been read costs nothing');

  const unforeseen = 'delete a customer record';
  assert.ok(!predicted.some(({ description = '' }) => description.toLowerCase().includes('delete')));
  const [found] = await discovery.search(unforeseen, 'description');
  assert.ok(found);
  reads('search for what nobody foresaw', shown(found));
  assert.deepEqual([found.server, found.name], ['crm', 'deleteRecord']);
});
