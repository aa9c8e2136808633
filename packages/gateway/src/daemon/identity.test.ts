// biome-ignore-all lint/suspicious/noTemplateCurlyInString: configurations refer to variables
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type SharingRequest, sharingKey, variablesIn } from './identity.ts';

const folder = mkdtempSync(join(tmpdir(), 'foldout-identity-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder with a program in it. */
function programs(name: string, ...files: string[]): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  for (const file of files) {
    writeFileSync(join(path, file), '');
    chmodSync(join(path, file), 0o755);
  }
  return path;
}

const first = programs('first', 'node', 'npx');
const second = programs('second', 'npx', 'git');
const TEXT = '{"mcpServers": {"a": {"command": "npx", "args": ["${TOKEN}", "${OTHER:-none}"]}}}';
const REQUEST: SharingRequest = {
  version: '1.0.0',
  build: '1',
  file: '/home/ada/foldout.json',
  text: TEXT,
  stateFolder: '/home/ada/.foldout',
  options: [],
  folder: '/home/ada/shop',
  env: { PATH: first, HOME: '/home/ada', TOKEN: 'abc', TERM: 'xterm' },
};
const keyOf = (changed: Partial<SharingRequest> = {}): string => sharingKey({ ...REQUEST, ...changed });
const withEnv = (env: Record<string, string>): string => keyOf({ env: { ...REQUEST.env, ...env } });

describe('clients share a gateway', () => {
  it('if nothing differs that the gateway reads', () => {
    expect(keyOf({ folder: '/elsewhere' })).toBe(keyOf());
    expect(withEnv({ TERM: 'dumb', UNRELATED: '1' })).toBe(keyOf());
  });

  it('if PATH differs, but leads to the same programs', () => {
    expect(withEnv({ PATH: [first, second].join(delimiter) })).toBe(keyOf());
    expect(withEnv({ PATH: [second, first].join(delimiter) })).not.toBe(keyOf());
    expect(withEnv({ PATH: '' })).not.toBe(keyOf());
  });

  it.each<[string, Partial<SharingRequest>]>([
    ['version', { version: '1.0.1' }],
    ['build', { build: '2' }],
    ['file', { file: '/home/ada/other.json' }],
    ['text', { text: `${TEXT} ` }],
    ['state folder', { stateFolder: '/tmp/state' }],
    ['options', { options: ['--strategy', 'lazy'] }],
  ])('only with the same %s', (_what, changed) => {
    expect(keyOf(changed)).not.toBe(keyOf());
  });

  it('only with the same variables that the configuration or the gateway reads', () => {
    const keys = [
      withEnv({ TOKEN: 'other' }),
      withEnv({ OTHER: 'set' }),
      withEnv({ TOOLSETS: 'a' }),
      withEnv({ HOME: '/x' }),
    ];
    expect(new Set([keyOf(), ...keys]).size).toBe(5);
  });

  it('only in the same folder, if the configuration refers to it', () => {
    const text = '{"mcpServers": {"a": {"command": "npx", "args": ["${workspaceFolder}"]}}}';
    expect(keyOf({ text, folder: '/a' })).not.toBe(keyOf({ text, folder: '/b' }));
  });
});

describe('the variables of a configuration', () => {
  it('are those of every kind of reference', () => {
    const text = '${A} ${B:-${C}} ${env:D} {env:E} ${keychain:F} ${workspaceFolder} $${G} {H}';
    expect(variablesIn(text)).toEqual(['A', 'B', 'C', 'D', 'E', 'G', 'workspaceFolder']);
  });
});
