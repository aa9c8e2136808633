// The agent knows what it needs: one search, one definition.
import assert from 'node:assert/strict';
import { atDesk, listingTokens, shown } from './desk-tree.ts';

await atDesk(async ({ search, tools, reads, tokens }) => {
  const found = await search.search('update a customer record', 'description');
  reads('search for what is needed', found.slice(0, 3).map(shown));
  const [best] = found;
  assert.ok(best);
  assert.deepEqual([best.server, best.name], ['crm', 'updateRecord']);
  assert.ok(best.score > 0.8, `scored ${best.score}`);
  assert.equal(best.lowConfidence, undefined);

  const definition = await search.navigator.readToolDefinition(best.server, best.name);
  reads('read the best', definition.code);
  assert.equal(definition.inputType, 'UpdateRecordInput');
  assert.equal(definition.outputType, 'UpdateRecordResponse');

  const nothing = await search.search('brew a pot of coffee', 'name');
  reads('search for what is not there', nothing.map(shown));
  assert.ok(nothing.every(({ lowConfidence }) => lowConfidence === true));

  assert.ok(tokens() < listingTokens(tools), `${tokens()} tokens, and listing takes ${listingTokens(tools)}`);
});
