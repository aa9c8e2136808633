import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb';
import { VERSION, withStaged } from './staged.mjs';

/** The bundle's own description. Claude Desktop has a Node of its own, so that the user needs none. */
export const MANIFEST = {
  manifest_version: '0.3',
  name: 'foldout',
  display_name: 'Foldout',
  version: VERSION,
  description: 'All your MCP servers behind five small tools.',
  long_description:
    'Foldout reads the MCP servers of your configuration (`~/.config/foldout/foldout.json`, or the files of your clients) and ' +
    'puts them behind five small tools: the model finds a tool from a plain sentence, reads only that one, and calls it.',
  author: { name: 'Foldout' },
  license: 'MIT',
  keywords: ['mcp', 'gateway', 'tool-discovery'],
  server: {
    type: 'node',
    entry_point: 'node_modules/foldout/bin/foldout.js',
    mcp_config: {
      command: 'node',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client puts the folder of the bundle here
      args: ['${__dirname}/node_modules/foldout/bin/foldout.js', 'serve', '--client', 'claude-desktop'],
    },
  },
  tools_generated: true,
  prompts_generated: true,
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.19' } },
};

export async function buildBundle(out) {
  mkdirSync(out, { recursive: true });
  const file = join(out, 'foldout.mcpb');
  await withStaged(async (app) => {
    rmSync(join(app, 'package-lock.json'), { force: true });
    // Native libraries of this platform only would not run elsewhere. Without them, secrets are in an encrypted file.
    rmSync(join(app, 'node_modules', '@napi-rs'), { recursive: true, force: true });
    for (const name of ['package.json', join('node_modules', '.package-lock.json')])
      rmSync(join(app, name), { force: true });
    writeFileSync(join(app, 'manifest.json'), `${JSON.stringify(MANIFEST, null, 2)}\n`);
    cpSync(join(import.meta.dirname, '..', '..', 'LICENSE'), join(app, 'LICENSE'));
    // The packer leaves out `*.map` and other files that nothing needs at run time.
    const packed = await packExtension({ extensionPath: app, outputPath: file, silent: true });
    if (!packed) throw new Error('the bundle could not be packed: its manifest is invalid');
  });
  return file;
}
