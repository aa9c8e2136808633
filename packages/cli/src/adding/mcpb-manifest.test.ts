import { getMcpConfigForManifest } from '@anthropic-ai/mcpb';
import { describe, expect, it } from 'vitest';
import { serverOfManifest } from './mcpb-manifest.ts';

const PLACE = { folder: '/state/bundles/notes', home: '/home/ada', platform: process.platform } as const;
const MANIFEST = {
  manifest_version: '0.3',
  name: 'notes',
  version: '1.0.0',
  description: 'Notes',
  author: { name: 'Ada' },
  server: {
    type: 'node',
    entry_point: 'server/index.js',
    mcp_config: {
      command: 'node',
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: references of the manifest
      args: ['${__dirname}/server/index.js', '--dirs', '${user_config.folders}', '--limit=${user_config.limit}'],
      env: { API_KEY: '${user_config.api_key}', VERBOSE: '${user_config.verbose}', SEP: '${/}' },
      platform_overrides: { [process.platform]: { env: { API_KEY: '${user_config.api_key}', ON: 'this' } } },
    },
  },
  user_config: {
    api_key: { type: 'string', title: 'API key', description: 'Your key', sensitive: true, required: true },
    folders: { type: 'directory', title: 'Folders', description: '', multiple: true, default: ['${HOME}/a', '/b'] },
    limit: { type: 'number', title: 'Limit', description: '', default: 5 },
    verbose: { type: 'boolean', title: 'Verbose', description: '', default: false },
    unused: { type: 'string', title: 'Unused', description: '', required: true },
  },
};

describe('the manifest of a bundle', () => {
  it('gives the command that the bundle tools of the format give, and asks for what has no value', async () => {
    const found = serverOfManifest(MANIFEST, PLACE);
    const official = await getMcpConfigForManifest({
      manifest: MANIFEST as never,
      extensionPath: PLACE.folder,
      systemDirs: { HOME: PLACE.home },
      userConfig: { api_key: '${API_KEY}', unused: 'x' },
      pathSeparator: process.platform === 'win32' ? '\\' : '/',
    });
    const { command, env, args } = official ?? {};
    expect(found?.server).toEqual({ command, env, args: args?.map((arg) => arg.replace('${HOME}', PLACE.home)) });
    expect(found?.needs).toEqual([{ name: 'API_KEY', description: 'Your key', isSecret: true }]);
  });
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: references of the manifest

  it('has no server on a platform that the bundle does not support', () => {
    expect(serverOfManifest({ ...MANIFEST, compatibility: { platforms: ['plan9'] } }, PLACE)).toBeUndefined();
  });
});
