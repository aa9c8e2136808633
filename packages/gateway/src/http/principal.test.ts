import { describe, expect, it } from 'vitest';
import { createPrincipal, narrowedTo } from './principal.ts';

const tool = (server: string, name: string) => ({ server, name, id: `${server}/${name}`, category: 'any' });

describe('a principal', () => {
  it('may use everything without `servers` and `tools`', () => {
    const principal = createPrincipal({ name: 'all', rights: ['use'] });
    expect(principal.unrestricted).toBe(true);
    expect(principal.allows(tool('github', 'create_issue'))).toBe(true);
    expect(principal.servers('anything')).toBe(true);
  });

  it('may use nothing without the right `use`', () => {
    for (const globs of [{}, { servers: ['*'] }, { tools: ['*/*'] }]) {
      const principal = createPrincipal({ name: 'watcher', rights: ['watch'], ...globs });
      expect(principal.unrestricted).toBe(false);
      expect(principal.allows(tool('github', 'create_issue'))).toBe(false);
      expect(principal.servers('github')).toBe(false);
    }
  });

  it('may use all tools of its servers, and its single tools', () => {
    const principal = createPrincipal({
      name: 'some',
      rights: ['use'],
      servers: ['git*'],
      tools: ['files/read*', '*/ping'],
    });
    expect(principal.allows(tool('github', 'create_issue'))).toBe(true);
    expect(principal.allows(tool('files', 'read_file'))).toBe(true);
    expect(principal.allows(tool('files', 'write_file'))).toBe(false);
    expect(principal.allows(tool('mail', 'ping'))).toBe(true);
    expect(principal.allows(tool('mail', 'send'))).toBe(false);
    expect(principal.servers('files')).toBe(true);
    expect(principal.servers('gitlab')).toBe(true);
  });

  it('does not see servers that match none of its globs', () => {
    const principal = createPrincipal({ name: 'some', rights: ['use'], servers: ['github'], tools: ['files/read*'] });
    expect(principal.servers('mail')).toBe(false);
    expect(principal.servers('github-admin')).toBe(false);
    expect(principal.servers('GitHub')).toBe(false);
  });

  it('may use nothing with empty lists', () => {
    const principal = createPrincipal({ name: 'none', rights: ['use'], servers: [] });
    expect(principal.allows(tool('github', 'create_issue'))).toBe(false);
  });

  it.each(['users/list', '.hidden', 'a.b.c', 'a b'])('matches the whole name %s with a star', (name) => {
    expect(createPrincipal({ name: 'p', rights: ['use'], tools: ['files/*'] }).allows(tool('files', name))).toBe(true);
  });

  it('does not match a slash with a star for the server', () => {
    const principal = createPrincipal({ name: 'p', rights: ['use'], tools: ['files*/read'] });
    expect(principal.allows(tool('files', 'admin/read'))).toBe(false);
    expect(principal.allows(tool('files2', 'read'))).toBe(true);
  });

  it.each([{ servers: ['!secret'] }, { tools: ['!files/*'] }, { tools: ['files/!write'] }])(
    'is not made from a glob that forbids: %o',
    (globs) => {
      expect(() => createPrincipal({ name: 'p', rights: ['use'], ...globs })).toThrow("starts with '!'");
    },
  );

  it('is rejected for a tool without a server', () => {
    expect(() => createPrincipal({ name: 'p', rights: ['use'], tools: ['read_file'] })).toThrow("Write 'server/name'");
  });
});

describe('a client that acts for a principal', () => {
  const user = createPrincipal({ name: 'ann', rights: ['use', 'operate'] });

  it('has nothing that its scopes do not name: no other tools, prompts or resources, and no other right', () => {
    const client = narrowedTo(user, { client: 'c', rights: ['use'], tools: ['github/read*'] });
    expect(client.allows(tool('github', 'read_file'))).toBe(true);
    expect(client.allows(tool('github', 'delete_repo'))).toBe(false);
    expect(client.servers('mail')).toBe(false);
    // Prompts and resources need the whole server.
    expect(client.offers('github')).toBe(false);
    expect(client.offers('mail')).toBe(false);
    expect([...client.rights]).toEqual(['use']);
    expect(client.unrestricted).toBe(false);
  });

  it('has nothing that the principal does not have', () => {
    const some = createPrincipal({ name: 'bob', rights: ['use'], tools: ['github/read*'] });
    const client = narrowedTo(some, { client: 'c', rights: ['use'] });
    expect(client.allows(tool('github', 'delete_repo'))).toBe(false);
    expect(client.offers('github')).toBe(false);
  });

  it('has a grant of its own, so that a stream ends when its scopes change', () => {
    const grants = [undefined, ['github'], ['mail']].map((servers) => {
      return narrowedTo(user, { client: 'c', rights: ['use'], servers }).grant;
    });
    expect(new Set([user.grant, ...grants]).size).toBe(4);
  });
});
