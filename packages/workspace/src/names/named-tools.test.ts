import { transformSync } from '@swc/wasm-typescript';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeTool } from '../tree-under-test.ts';
import { nameTools } from './named-tools.ts';

/** Any sequence of UTF-16 code units, including lone surrogates. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units));

const foldersOf = (...servers: string[]) =>
  Object.fromEntries(
    nameTools(servers.map((server) => treeTool(server, 't'))).map(({ server, folder }) => [server, folder]),
  );

const namesOf = (...names: string[]) =>
  Object.fromEntries(
    nameTools(names.map((name) => treeTool('s', name))).flatMap(({ tools }) =>
      tools.map(({ tool, name }) => [tool.name, name]),
    ),
  );

describe('nameTools', () => {
  it('gives each server its own folder, also on a case-insensitive file system', () => {
    const folders = Object.values(foldersOf('GitHub', 'github', 'git hub', 'git/hub'));
    expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(4);
    expect(folders).toContain('GitHub');
  });

  it('allows the same function name in two servers', () => {
    const [a, b] = nameTools([treeTool('x', 'list'), treeTool('y', 'list')]);
    expect([a?.tools[0]?.name, b?.tools[0]?.name]).toEqual(['list', 'list']);
  });

  it('does not depend on the order of the tools', () => {
    const tools = ['a_b', 'a-b', 'aB', 'AB'].map((name) => treeTool('s', name));
    expect(nameTools([...tools].reverse())).toEqual(nameTools(tools));
  });

  it('skips disabled tools', () => {
    expect(nameTools([treeTool('s', 'off', { enabled: false })])).toEqual([]);
  });

  it('returns names that can be declared as functions for any tool names', () => {
    const declared: string[] = [];
    fc.assert(
      fc.property(fc.uniqueArray(anyText, { minLength: 1, maxLength: 8 }), (names) => {
        const assigned = Object.values(namesOf(...names));
        expect(assigned).toHaveLength(names.length);
        declared.push(`{ ${assigned.map((name) => `async function ${name}() {}`).join(' ')} }`);
      }),
    );
    // One compiler run for all declarations: a run for each would be slow.
    transformSync(declared.join('\n'), { mode: 'strip-only', module: true });
  });
});
