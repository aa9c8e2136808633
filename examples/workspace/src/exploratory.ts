// The agent does not know which tools exist: it lists the servers, then the tools of one, then reads one definition.
import assert from 'node:assert/strict';
import { atDesk, listingTokens, shown } from './desk-tree.ts';

await atDesk(async ({ search, tools, reads, tokens }) => {
  const servers = (await search.navigator.listServers()).map(({ name }) => name);
  reads('list the servers', servers);
  assert.deepEqual(servers, ['crm', 'drive']);

  const likely = servers.filter((server) => 'copy a file of the drive'.includes(server));
  assert.deepEqual(likely, ['drive']);

  const described = await search.search('drive', 'description');
  reads('list the tools of the drive, with descriptions', described.map(shown));
  const match = described.find(({ description = '' }) => /retrieves a document/i.test(description));
  assert.equal(match?.name, 'getDocument');
  assert.ok(described.every(({ definition }) => definition === undefined));

  const [loaded] = await search.search(`drive ${match.name}`, 'full');
  assert.ok(loaded?.definition);
  reads('read the one that fits', loaded.definition.code);
  assert.equal(loaded.definition.functionName, 'getDocument');
  assert.match(loaded.definition.code, /documentId: string/);

  assert.ok(tokens() < listingTokens(tools), `${tokens()} tokens, and listing takes ${listingTokens(tools)}`);
});
