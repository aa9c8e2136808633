// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references to secrets are written like this
import { describe, expect, it } from 'vitest';
import type { ServerConfig } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { type FoundServers, type MergeOptions, mergeIntoConfig } from './merge-into-config.ts';

function found(client: string, servers: Readonly<Record<string, ServerConfig>>): FoundServers {
  return { client, servers: Object.entries(servers).map(([name, config]) => ({ name, config })) };
}

function servers(text: string) {
  return loadConfig({ text }, { env: {} }).config.mcpServers;
}

function outcomes(merged: ReturnType<typeof mergeIntoConfig>): string[] {
  return merged.servers.map(({ client, name, importedAs, outcome }) => `${client} ${name}: ${outcome} ${importedAs}`);
}

const merge = (files: readonly FoundServers[], options: Partial<MergeOptions> = {}) =>
  mergeIntoConfig(files, { text: undefined, ...options });

describe('a first import', () => {
  it('remembers which clients had a server, and shares all with --share', () => {
    const files = [
      found('cursor', { mail: { command: 'npx', args: ['-y', 'mail@latest'] }, files: { command: 'files' } }),
      found('windsurf', { post: { command: 'cmd', args: ['/c', 'npx', 'mail'] } }),
      found('imported', { web: { url: 'https://example.org/mcp' } }),
    ];
    expect(servers(merge(files).text)).toEqual({
      mail: { command: 'npx', args: ['-y', 'mail@latest'], clients: ['cursor', 'windsurf'] },
      files: { command: 'files', clients: ['cursor'] },
      web: { url: 'https://example.org/mcp' },
    });
    expect(Object.values(servers(merge(files, { share: true }).text)).map(({ clients }) => clients)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('names the fields of a real difference', () => {
    const merged = merge([
      found('cursor', { mail: { command: 'mail', env: { A: '1', B: '2' } } }),
      found('windsurf', { mail: { command: 'mail', args: ['x'], env: { A: '1', B: '3' } } }),
    ]);
    expect(merged.servers[1]).toMatchObject({
      importedAs: 'mail-windsurf',
      outcome: 'renamed',
      differs: ['args', 'env.B'],
    });
  });
});

describe('an import after secrets were moved to the store', () => {
  const mail = (TOKEN: string, ...args: string[]) =>
    found('cursor', { mail: { command: 'mail', ...(args.length > 0 && { args }), env: { TOKEN } } });
  const first = merge([mail('some-value')]);
  const text = first.text.replace('some-value', '${keychain:mail/TOKEN}');
  const secret = () => 'some-value';

  it('recognizes the server, also without a memory and in another client', () => {
    for (const memory of [first.memory, {}]) {
      expect(outcomes(merge([mail('some-value')], { text, memory, secret }))).toEqual(['cursor mail: same mail']);
    }
    const other = found('windsurf', { post: { command: 'mail', env: { TOKEN: 'some-value' } } });
    expect(outcomes(merge([other], { text, memory: first.memory, secret }))).toEqual(['windsurf post: same mail']);
  });

  it('keeps the reference when another field of the client has changed', () => {
    const merged = merge([mail('some-value', '--new')], { text, memory: first.memory, secret });
    expect(outcomes(merged)).toEqual(['cursor mail: updated mail']);
    expect(merged.text).toContain('"TOKEN": "${keychain:mail/TOKEN}"');
    expect(merged.text).toContain('--new');
  });

  it('keeps references of any name beside values that have changed', () => {
    const server = (mode: string, ...more: string[]) =>
      found('cursor', {
        mail: {
          command: 'mail',
          args: ['--mode', mode, ...more, '--key=some-value'],
          env: { TOKEN: 'some-value', MODE: mode },
        },
      });
    const { memory, text: plain } = merge([server('old')]);
    const own = plain.replaceAll('some-value', '${keychain:mine}');
    const merged = merge([server('new', '--fast')], { text: own, memory, secret });
    expect(outcomes(merged)).toEqual(['cursor mail: updated mail']);
    expect(merged.text).not.toContain('some-value');
    for (const part of ['"--key=${keychain:mine}"', '"TOKEN": "${keychain:mine}"', '"MODE": "new"', '"--fast"']) {
      expect(merged.text).toContain(part);
    }
  });
});

describe('a second import', () => {
  const first = merge([found('cursor', { mail: { command: 'mail', args: ['1'] }, files: { command: 'files' } })]);
  const { memory } = first;
  const edited = first.text
    .replace('"mcpServers"', '// mine\n  "trust": "pinned",\n  "mcpServers"')
    .replace(
      '"files": {',
      '"own": { "command": "own" }, // keep\n    "files": {\n      "description": "All my files",',
    );

  it('changes nothing if nothing has changed', () => {
    const again = merge([found('cursor', { mail: { command: 'mail', args: ['1'] }, files: { command: 'files' } })], {
      text: edited,
      memory,
    });
    expect(again.text).toBe(edited);
    expect(outcomes(again)).toEqual(['cursor mail: same mail', 'cursor files: same files']);
  });

  it('drops no server, setting or comment if a client has fewer servers now', () => {
    expect(merge([found('cursor', {})], { text: edited, memory }).text).toBe(edited);
    expect(merge([], { text: edited, memory }).text).toBe(edited);
  });

  it('updates a server that has changed in the client only, and keeps settings of the user', () => {
    const again = merge([found('cursor', { files: { command: 'files', args: ['--all'], env: { A: 'b' } } })], {
      text: edited,
      memory,
    });
    expect(outcomes(again)).toEqual(['cursor files: updated files']);
    expect(servers(again.text)['files']).toEqual({
      command: 'files',
      args: ['--all'],
      env: { A: 'b' },
      clients: ['cursor'],
      description: 'All my files',
    });
    for (const kept of ['// mine', '"trust": "pinned"', '// keep', '"own"']) expect(again.text).toContain(kept);
    const third = merge([found('cursor', { files: { command: 'files', args: ['--some'] } })], again);
    expect(servers(third.text)['files']?.args).toEqual(['--some']);
  });

  it('keeps the server of the user if both have changed, and says in what they differ', () => {
    const mine = edited.replace('"1"', '"mine"');
    const again = merge([found('cursor', { mail: { command: 'mail', args: ['2'] } })], { text: mine, memory });
    expect(again.servers).toMatchObject([{ outcome: 'kept', importedAs: 'mail', differs: ['args'] }]);
    expect(again.text).toBe(mine);
  });

  it('adds a client to the clients of a server, and leaves a shared server shared', () => {
    const again = merge([found('zed', { mail: { command: 'mail', args: ['1'] }, own: { command: 'own' } })], {
      text: edited,
      memory,
    });
    expect(servers(again.text)['mail']?.clients).toEqual(['cursor', 'zed']);
    expect(servers(again.text)['own']?.clients).toBeUndefined();
  });

  it('refuses a configuration that cannot be parsed, and never replaces it', () => {
    expect(() => merge([found('zed', { a: { command: 'a' } })], { text: '{ "mcpServers": ', file: 'x.json' })).toThrow(
      'x.json',
    );
    expect(() => merge([found('zed', { a: { command: 'a' } })], { text: '[]' })).toThrow('cannot be edited');
  });
});
