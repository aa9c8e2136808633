import { describe, expect, it } from 'vitest';
import type { ServerConfig } from '../config/config-schema.ts';
import { instanceSharing } from './instance-sharing.ts';

const npx = (...args: string[]): ServerConfig => ({ command: 'npx', args: ['-y', ...args] });

describe('an instance is shared', () => {
  it.each<[string, ServerConfig]>([
    ['over HTTP', { url: 'https://example.com/mcp' }],
    ['as a published package', npx('@modelcontextprotocol/server-everything')],
    ['as a published package with a version', npx('some-server@1.2.3', '--port', '0')],
    ['as a container', { command: '/usr/bin/docker', args: ['run', '-i', '--rm', 'mcp/github'] }],
    ['with absolute paths', npx('@modelcontextprotocol/server-filesystem', '/home/ada/notes')],
    ['with a working folder of its own', { command: 'node', args: ['server.js'], cwd: '/srv' }],
    ['if the configuration says so', { command: 'node', args: ['server.js'], instances: 'shared' }],
  ])('by all clients: %s', (_how, config) => {
    expect(instanceSharing(config)).toBe('all');
  });

  it.each<[string, ServerConfig]>([
    ['a script', { command: 'node', args: ['/srv/server.js'] }],
    ['an installed program', { command: 'gopls', args: ['mcp'] }],
    ['the folder itself', npx('@modelcontextprotocol/server-filesystem', '.')],
    ['a relative path', npx('some-server', '--root=../data')],
    ['a relative file', { command: 'uvx', args: ['--from', 'x', 'serve', 'src/main.py'] }],
    ['a mounted folder', { command: 'docker', args: ['run', '-v', './data:/data', 'x'] }],
    ['an option for the folder', { command: 'uvx', args: ['serena', '--project-from-cwd'] }],
    ['a relative path in a variable', { ...npx('memory'), env: { FILE: './memory.json' } }],
  ])('by the clients of one folder: %s', (_how, config) => {
    expect(instanceSharing(config)).toBe('folder');
  });

  it('by one session, if the configuration says so', () => {
    expect(instanceSharing({ ...npx('x'), instances: 'per-session' })).toBe('session');
  });
});
