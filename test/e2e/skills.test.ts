import { CommandRegistry, type Tool } from '@foldout/core';
import { CommandSource } from '@foldout/core/internal';
import { createMcpServer } from '@foldout/server';
import { skillsFor } from '@foldout/workspace';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { describe, expect, it } from 'vitest';
import { command, tool } from '../fixtures/tools.ts';
import { connectSdk, ERAS } from './sdk-clients.ts';

const skills = skillsFor([
  tool('get_document', undefined, { server: 'google-drive' }),
  tool('send', undefined, { server: 'slack' }),
]);
function sourceOf(server: string, name: string): CommandSource {
  const registry = new CommandRegistry();
  registry.register(command(name));
  return new CommandSource(server, registry);
}

const options = { name: 'desk', version: '1.0.0', commands: [command('ping')] };

describe.each(ERAS)('the skills of a server, to a %s client', (era) => {
  it('are listed, and read with a correct digest', async () => {
    await using server = createMcpServer({ ...options, skills });
    await using client = await connectSdk(server, era);
    const reader = new SkillsClient(client);
    expect(reader.supported).toBe(true);
    const listed = await reader.list();
    expect(listed.skills.map(({ uri }) => uri)).toEqual([
      'skill://mcp-tool-navigator/SKILL.md',
      'skill://progressive-mcp-discovery/SKILL.md',
    ]);
    for (const entry of listed.skills) {
      const file = await reader.read(entry);
      expect(file.verified).toBe(true);
      expect(file.frontmatter).toEqual({ name: entry.frontmatter.name, description: entry.frontmatter.description });
      expect(file.body).toContain('google-drive');
    }
    expect((await reader.get('skill://mcp-tool-navigator/SKILL.md')).skill).toEqual(listed.skills[0]);
  });

  it('are also resources, beside those of the author', async () => {
    await using server = createMcpServer({
      ...options,
      skills,
      extend: (mcp) => {
        mcp.registerResource('note', 'note://one', {}, async () => ({
          contents: [{ uri: 'note://one', text: 'one' }],
        }));
      },
    });
    await using client = await connectSdk(server, era);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri).sort()).toEqual([
      'note://one',
      'skill://mcp-tool-navigator/SKILL.md',
      'skill://progressive-mcp-discovery/SKILL.md',
    ]);
    const { contents } = await client.readResource({ uri: 'skill://mcp-tool-navigator/SKILL.md' });
    expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: skills[0]?.files['SKILL.md'] }]);
    await expect(client.readResource({ uri: 'skill://mcp-tool-navigator/../../secret' })).rejects.toThrow();
    await expect(client.readResource({ uri: 'skill://none/SKILL.md' })).rejects.toThrow();
  });

  it('are not announced by a server without skills', async () => {
    await using server = createMcpServer(options);
    await using client = await connectSdk(server, era);
    expect(new SkillsClient(client).supported).toBe(false);
    expect(client.getServerCapabilities()?.resources).toBeUndefined();
  });
});

describe.each(ERAS)('skills generated from the tools, to a %s client', (era) => {
  it('name only tools in the scope of the client', async () => {
    await using server = createMcpServer({
      ...options,
      sources: [sourceOf('google-drive', 'get_document'), sourceOf('slack', 'send')],
      skills: (catalog) => skillsFor(catalog.entries().map(({ tool }) => tool)),
    });
    const owner = { name: 'chat', scope: { allows: (tool: Tool) => tool.server === 'slack' } };
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
    );
    await client.connect(
      new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), {
        fetch: (url, init) => server.fetch(new Request(url, init), { owner }),
      }),
    );
    try {
      const reader = new SkillsClient(client);
      const [navigator] = (await reader.list()).skills;
      const text = (await reader.read(navigator as never)).body;
      expect(text).toContain('`slack`');
      expect(text).not.toContain('google-drive');
    } finally {
      await client.close();
    }
  });
});

describe('an invalid skill', () => {
  it.each([
    [{ name: 'Upper' }, /lower case/],
    [{ name: 'a--b' }, /single hyphens/],
    [{ name: 'x'.repeat(65) }, /64/],
    [{ description: ' ' }, /description/],
    [{ description: 'x'.repeat(1_025) }, /1024/],
    [{ files: {} }, /SKILL\.md/],
  ])('is refused by createMcpServer: %j', (over, message) => {
    const skill = { name: 'fine', description: 'Fine.', files: { 'SKILL.md': '' }, ...over };
    expect(() => createMcpServer({ ...options, skills: [skill] })).toThrow(message);
  });
});
