import { transformSync } from '@swc/wasm-typescript';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeTool } from '../tree-under-test.ts';
import { nameTools } from './named-tools.ts';

/** Any sequence of UTF-16 units, halves of pairs included. */
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
  it('gives two servers folders of their own, also where case does not count', () => {
    const folders = Object.values(foldersOf('GitHub', 'github', 'git hub', 'git/hub'));
    expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(4);
    expect(folders).toContain('GitHub');
  });

  it('lets two servers have a function of the same name', () => {
    const [a, b] = nameTools([treeTool('x', 'list'), treeTool('y', 'list')]);
    expect([a?.tools[0]?.name, b?.tools[0]?.name]).toEqual(['list', 'list']);
  });

  it('does not depend on the order in which tools arrive', () => {
    const tools = ['a_b', 'a-b', 'aB', 'AB'].map((name) => treeTool('s', name));
    expect(nameTools([...tools].reverse())).toEqual(nameTools(tools));
  });

  it('names no tool that is switched off', () => {
    expect(nameTools([treeTool('s', 'off', { enabled: false })])).toEqual([]);
  });

  it('gives names that can be declared, whatever the tools are called', () => {
    const declared: string[] = [];
    fc.assert(
      fc.property(fc.uniqueArray(anyText, { minLength: 1, maxLength: 8 }), (names) => {
        const given = Object.values(namesOf(...names));
        expect(given).toHaveLength(names.length);
        declared.push(`{ ${given.map((name) => `async function ${name}() {}`).join(' ')} }`);
      }),
    );
    // The compiler takes its time with each text, and little more with one that holds them all.
    transformSync(declared.join('\n'), { mode: 'strip-only', module: true });
  });
});
