import { CONNECTABLE_CLIENTS } from '@foldout/clients';
import { describe, expect, it } from 'vitest';
import { FILES } from '../connect/client-files-under-test.ts';
import { thisMachine } from './import-configs.ts';
import { readPastedServers } from './pasted-servers.ts';

function pasted(text: string): object {
  return Object.assign({}, ...readPastedServers(text, thisMachine()).map(({ servers }) => servers));
}

const GH = { command: 'npx', args: ['-y', '@acme/gh-mcp'] };

const FILE_CONNECTIONS = CONNECTABLE_CLIENTS.flatMap(({ id, connection }) => {
  return connection.kind === 'file' ? [[id, connection] as const] : [];
});

describe('pasted servers', () => {
  it.each(FILE_CONNECTIONS)('are read from the file of %s, with its comments and other settings', (_, connection) => {
    const servers = pasted(FILES[connection.syntax](connection));
    expect(servers).toMatchObject({ github: { command: 'npx' }, notes: { command: 'notes' } });
  });

  it.each<[string, string, object]>([
    ['a file of Claude, Cursor and others', JSON.stringify({ mcpServers: { gh: GH } }), { gh: GH }],
    [
      'a file of VS Code',
      '{ "servers": { "gh": { "type": "stdio", "command": "npx", "args": ["-y", "@acme/gh-mcp"] } } }',
      { gh: { type: 'stdio', ...GH } },
    ],
    [
      'a file of OpenCode',
      '{ "mcp": { "gh": { "type": "local", "command": ["npx", "-y", "@acme/gh-mcp"] } } }',
      { gh: { type: 'stdio', ...GH } },
    ],
    ['a file of Codex', '[mcp_servers.gh]\ncommand = "npx"\nargs = ["-y", "@acme/gh-mcp"]\n', { gh: GH }],
    [
      'a file of Goose',
      'extensions:\n  gh: { type: stdio, cmd: npx, args: [-y, "@acme/gh-mcp"] }\n',
      { gh: { type: 'stdio', ...GH } },
    ],
    ['a list of Continue', 'mcpServers:\n- name: gh\n  command: npx\n  args: [-y, "@acme/gh-mcp"]\n', { gh: GH }],
    ['servers without a wrapper', JSON.stringify({ gh: GH }), { gh: GH }],
    ['a part of a file', `"gh": ${JSON.stringify(GH)},`, { gh: GH }],
    ['one server', JSON.stringify(GH), { gh: GH }],
    ['a command line', 'npx -y @acme/gh-mcp', { gh: GH }],
    ['a command line with variables', "$ TOKEN='a b' npx -y @acme/gh-mcp", { gh: { ...GH, env: { TOKEN: 'a b' } } }],
    [
      'claude mcp add',
      'claude mcp add --scope user gh -e TOKEN=x -- npx -y @acme/gh-mcp',
      { gh: { ...GH, env: { TOKEN: 'x' } } },
    ],
    [
      'claude mcp add with a URL',
      'claude mcp add --transport http web https://example.org/mcp --header "A: b:c"',
      { web: { url: 'https://example.org/mcp' } },
    ],
    [
      'claude mcp add with a header',
      'claude mcp add -t http -H "A: b:c" web https://example.org/mcp',
      { web: { url: 'https://example.org/mcp', headers: { A: 'b:c' } } },
    ],
    ['claude mcp add-json', `claude mcp add-json gh '${JSON.stringify(GH)}'`, { gh: GH }],
    ['codex mcp add', 'codex mcp add gh --env TOKEN=x -- npx -y @acme/gh-mcp', { gh: { ...GH, env: { TOKEN: 'x' } } }],
    [
      'claude mcp add-json with a scope',
      `claude mcp add-json --scope user gh '${JSON.stringify(GH)}' -s user`,
      { gh: GH },
    ],
    ['gemini mcp add', 'gemini mcp add gh npx -y @acme/gh-mcp', { gh: GH }],
    ['code --add-mcp', `code --add-mcp '${JSON.stringify({ name: 'gh', ...GH })}'`, { gh: GH }],
    ['a URL', 'https://mcp.linear.app/mcp', { linear: { url: 'https://mcp.linear.app/mcp' } }],
    [
      'several lines',
      '# mine\nnpx -y @acme/gh-mcp\nhttps://mcp.linear.app/mcp\n',
      { gh: GH, linear: { url: 'https://mcp.linear.app/mcp' } },
    ],
    ['a line that continues', 'npx -y \\\n  @acme/gh-mcp', { gh: GH }],
    ['a script', 'node ./mail/server.mjs', { mail: { command: 'node', args: ['./mail/server.mjs'] } }],
    [
      'a container',
      'docker run -i --rm -e A=b ghcr.io/acme/gh-mcp:1',
      { gh: { command: 'docker', args: ['run', '-i', '--rm', '-e', 'A=b', 'ghcr.io/acme/gh-mcp:1'] } },
    ],
  ])('are read from %s', (_, text, servers) => {
    expect(pasted(text)).toEqual(servers);
  });

  it('are refused with a sentence if there are none', () => {
    for (const text of ['', '  \n', '{}', '{ "mcpServers": {} }'])
      expect(() => pasted(text)).toThrow('no servers were found');
    expect(() => pasted('{ "mcpServers": ')).toThrow('stdin:1');
    for (const line of ['claude mcp add-json gh {"command":"gh"}', 'code --add-mcp {"name":"gh"}'])
      expect(() => pasted(line)).toThrow('write it in single quotes');
  });
});
