import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '@foldout/usage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SecretCipher } from '../../packages/gateway/src/state/secret-cipher.ts';
import { GuardedServer } from '../fixtures/guarded-server.ts';
import { factsOf, fixtureFolder, OpenedFixture, VERSIONS } from './opened-fixture.ts';
import { QUESTION, VAULT_PORT } from './write-fixture.ts';

describe.each(VERSIONS)('the state folder of %s', (version) => {
  const facts = factsOf(version, 'files');
  let fixture: OpenedFixture;
  beforeEach(() => {
    fixture = new OpenedFixture(version);
  });
  afterEach(() => fixture[Symbol.dispose]());

  /** The text of the file in a folder of the state whose name starts with `name`; empty if there is none. */
  function read(folder: string, name: string, root = fixture.state): string {
    const file = readdirSync(join(root, folder)).find((one) => one.startsWith(name));
    return file === undefined ? '' : readFileSync(join(root, folder, file), 'utf8');
  }

  /** Like `read`, but from the fixture: the file as the old version wrote it. */
  function readBefore(folder: string, name: string): string {
    return read(folder, name, join(fixtureFolder(version, 'files'), 'state'));
  }

  const signInOf = (credential: string) => JSON.parse(JSON.parse(credential).value);

  it('answers a search from its manifests and index, with no server to start', async () => {
    const { hits } = await fixture.foldout('search', QUESTION);
    // A version may find fewer tools that fit less well; the best one is the same.
    expect(facts.found).toEqual(expect.arrayContaining(hits.map(({ tool }: { tool: string }) => tool)));
    expect(hits[0].tool).toBe(facts.found[0]);
  });

  it('shows every tool of every server, with no server to start', async () => {
    const tools = await fixture.foldout('list', '--tools');
    expect(tools.map(({ id }: { id: string }) => id).sort()).toEqual([
      'ledger/delete_entry',
      'ledger/list_entries',
      'notes/create_note',
      'notes/search_notes',
      'vault/vault',
    ]);
  });

  it('keeps approvals: a tool is withheld if it changed after its approval, and no other is', async () => {
    const { waiting } = await fixture.foldout('approve');
    expect(waiting).toMatchObject([{ tool: 'ledger/delete_entry', verdict: 'changed', withheld: true }]);
    fixture.addServers();
    expect(await fixture.foldout('call', 'ledger/list_entries')).not.toHaveProperty('isError');
    expect(await fixture.foldout('call', '--yes', 'ledger/delete_entry', 'id=1')).toMatchObject({
      error: { code: 'COMMAND_DISABLED' },
    });
  });

  it('keeps the sign-in at a server: the stored token is sent as it is', async () => {
    await using vault = await GuardedServer.start(VAULT_PORT);
    vault.tokens.add(signInOf(readBefore('credentials', 'oauth-vault')).tokens.access_token);
    expect(await fixture.foldout('call', '--yes', 'vault/vault')).not.toHaveProperty('isError');
    expect(vault.registered).toEqual([]);
    expect(read('credentials', 'oauth-vault')).toBe(readBefore('credentials', 'oauth-vault'));
  });

  it('keeps what was counted, and counts on', async () => {
    const usage = openStore(join(fixture.state, 'usage.db'), { now: () => facts.writtenAt });
    const day = { since: facts.writtenAt - 86_400_000, until: facts.writtenAt + 1 };
    const counted = (await usage.popular(10)).map(({ server, tool, calls, errors }) => {
      return { tool: `${server}/${tool}`, calls, errors };
    });
    const [ledger] = await usage.ledger({ ...day, by: 'day' });
    const [searches] = await usage.searches(day);
    const followers = await usage.followers('notes/search_notes');
    await usage.close();
    expect(counted).toEqual(expect.arrayContaining([...facts.calls]));
    expect(ledger).toMatchObject(facts.tokens);
    expect(searches).toMatchObject({ searches: facts.searches.made, empty: facts.searches.empty });
    expect(followers).toMatchObject([{ next: 'notes/create_note', count: 6 }]);

    fixture.addServers();
    await fixture.foldout('call', 'notes/search_notes', 'words=plan');
    await using after = openStore(join(fixture.state, 'usage.db'));
    expect(await after.popular(10)).toContainEqual(expect.objectContaining({ tool: 'search_notes', calls: 7 }));
  });

  describe('when the current version has written to it', () => {
    it('has approvals in the form that the version before reads: lines are only added, with the same fields', async () => {
      await fixture.foldout('approve', 'ledger/delete_entry');
      const [before, after] = [readBefore('approvals', 'ledger'), read('approvals', 'ledger')];
      expect(after.startsWith(before)).toBe(true);
      const [added, ...rest] = after.slice(before.length).trim().split('\n');
      expect(rest).toEqual([]);
      const [first = ''] = before.trim().split('\n');
      const { first: _first, ...fields } = JSON.parse(first);
      expect(Object.keys(JSON.parse(added ?? ''))).toEqual(Object.keys(fields));
    });

    it('has approvals that the version before agrees with: the same definition has the same hash', async () => {
      fixture.addServers();
      await fixture.foldout('approve', 'ledger/delete_entry');
      const { hash } = JSON.parse(read('approvals', 'ledger').trim().split('\n').at(-1) ?? '');
      const previous = JSON.parse(readBefore('approvals', 'ledger').trim().split('\n').at(-1) ?? '').hash;
      // Only two parts of the hash change: the first (hash of the whole tool) and the third (hash of the description).
      const unchanged = (text: string) => text.split(' ').filter((_, part) => part !== 0 && part !== 2);
      expect(hash).not.toBe(previous);
      expect(unchanged(hash)).toEqual(unchanged(previous));
    });

    it('has encrypted credentials, with the same content: the version before finds none and asks for a sign-in', async () => {
      await using vault = await GuardedServer.start(VAULT_PORT);
      const { tokens } = signInOf(readBefore('credentials', 'oauth-vault'));
      // The new server does not know the access token: the gateway has to refresh it and store the new one.
      vault.refreshTokens.add(tokens.refresh_token);
      expect(await fixture.foldout('call', '--yes', 'vault/vault')).not.toHaveProperty('isError');
      const { key, sealed, ...rest } = JSON.parse(read('credentials', 'oauth-vault'));
      // The version before reads `value`.
      expect(rest).toEqual({});
      const after = JSON.parse(new SecretCipher(join(fixture.state, 'secrets.key')).open(key, sealed) ?? '');
      expect(after.tokens.access_token).not.toBe(tokens.access_token);
      expect(shapeOf(after)).toEqual(shapeOf(signInOf(readBefore('credentials', 'oauth-vault'))));
    });

    it('has manifests and an outline of the same format', async () => {
      fixture.addServers();
      await fixture.foldout('list', '--refresh');
      for (const server of ['notes', 'ledger']) {
        // Compares the files without their checksums and times.
        const content = (text: string) =>
          text.slice(text.indexOf('{"format"')).replace(/"(fetched|probed)At":\d+/g, '');
        expect(content(read('servers', server))).toBe(content(readBefore('servers', server)));
      }
      // Compares no count of `ledger`: it is a pinned server, whose count depends on approvals and is not read.
      const outline = (text: string) => {
        const { format, servers } = JSON.parse(text);
        return { format, servers: Object.keys(servers), notes: servers.notes };
      };
      expect(outline(read('', 'outline'))).toEqual(outline(readBefore('', 'outline')));
    });
  });
});

/** The names and kinds of an object's fields, without their values. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value;
  if (Array.isArray(value)) return value.map(shapeOf);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, shapeOf(field)]));
}
