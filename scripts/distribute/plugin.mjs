import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { VERSION } from './staged.mjs';

const ABOUT = 'All your MCP servers behind five small tools.';

/** The files of a marketplace with one plug-in, by path. */
export function pluginFiles() {
  return {
    '.claude-plugin/marketplace.json': {
      name: 'foldout',
      description: ABOUT,
      owner: { name: 'Foldout' },
      plugins: [{ name: 'foldout', source: './foldout', description: ABOUT, version: VERSION }],
    },
    'foldout/.claude-plugin/plugin.json': {
      name: 'foldout',
      version: VERSION,
      description: ABOUT,
      author: { name: 'Foldout' },
      license: 'MIT',
      keywords: ['mcp', 'gateway', 'tool-discovery'],
    },
    'foldout/.mcp.json': {
      mcpServers: {
        foldout: { command: 'npx', args: ['-y', `foldout@${VERSION}`, 'serve', '--client', 'claude-code'] },
      },
    },
  };
}

export async function buildPlugin(out) {
  const folder = join(out, 'foldout-plugin');
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of Object.entries(pluginFiles())) {
    const file = join(folder, ...path.split('/'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  }
  return folder;
}
