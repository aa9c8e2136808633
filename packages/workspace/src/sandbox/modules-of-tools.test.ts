import { type CommandResult, success, type Tool, toolFromDefinition } from '@foldout/core';
import { afterAll, describe, expect, it } from 'vitest';
import { nameTools } from '../names/named-tools.ts';
import { RUNTIME_TEXT } from '../tree/runtime-file.ts';
import { treeFiles } from '../tree/tree-plan.ts';
import { modulesOfTools } from './modules-of-tools.ts';
import { GUEST_RUNTIME, modulePath } from './resolve-module.ts';
import { Sandbox } from './sandbox.ts';

const sandbox = new Sandbox({ workers: 1 });
afterAll(() => sandbox.close());

function tool(server: string, name: string): Tool {
  return toolFromDefinition(server, { name, description: 'A tool.', inputSchema: { type: 'object' } }) as Tool;
}

describe('the modules of a set of tools', () => {
  const tools = [tool('git hub', 'create_issue'), tool('git hub', "it's"), tool('b', 'list')];
  const modules = modulesOfTools(tools);

  it('equal the files of the tree for `.ts` paths', () => {
    const files = treeFiles(tools).filter(({ path }) => path.startsWith('servers/'));
    expect(files).toHaveLength(5);
    for (const { path, text } of files) expect(modules(path)).toBe(text());
  });

  it('contain only the functions for `.js` paths', () => {
    expect(modules('servers/git-hub/index.js')).toBe(`import { callTool } from "../../foldout.ts";
export const createIssue = (input) => callTool("git hub", "create_issue", input);
export const itS = (input) => callTool("git hub", "it's", input);
`);
    expect(modules('servers/b/list.js')).toContain('export const list =');
  });

  it.each([
    'servers/b/other.ts',
    'servers/a/index.ts',
    'servers/b',
    'servers/b/index.mjs',
    '../servers/b/index.ts',
    '',
  ])('do not exist for %j', (path) => {
    expect(modules(path)).toBeUndefined();
  });
});

describe('a script that type-checks against the tree', () => {
  // Reserved words, colliding names, names without ASCII letters, and names that end a string literal.
  const tools = [
    ...['delete', 'then', 'get-user', 'getUser', 'GET_USER', '获取文档', '3d', 'index', "a'); evil('"].map((name) =>
      tool('hard names', name),
    ),
    tool('../../etc', 'con'),
    tool('ETC', 'callTool'),
  ];

  it('runs in the sandbox with imports from folders and files, and calls each tool by its original name', async () => {
    const called: string[] = [];
    const callTool = async (server: string, name: string): Promise<CommandResult> => {
      called.push(`${server}/${name}`);
      return success(1);
    };
    const named = nameTools(tools).flatMap(({ folder, tools }) => tools.map(({ name }) => ({ folder, name })));
    const lines = named.flatMap(({ folder, name }, index) => [
      `import { ${name} as f${index} } from './servers/${folder}';`,
      `import { ${name} as g${index} } from './servers/${folder}/${name}.ts';`,
    ]);
    const calls = named.map((_, index) => `await f${index}(); await g${index}({});`);
    const { error } = await sandbox.run([...lines, ...calls].join('\n'), {
      callTool,
      modules: modulesOfTools(tools),
      check: true,
    });
    expect(error).toBeUndefined();
    expect(called.sort()).toEqual([...tools, ...tools].map(({ server, name }) => `${server}/${name}`).sort());
  });

  it('finds in the foldout.ts of the sandbox every export of the foldout.ts of the tree', () => {
    const functions = [...RUNTIME_TEXT.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name);
    expect(functions).toHaveLength(6);
    for (const name of functions) expect(GUEST_RUNTIME).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

describe('the path of an import', () => {
  it.each([
    ['script.ts', './servers/a', 'servers/a'],
    ['servers/a/index.ts', '../../foldout.ts', 'foldout.ts'],
    ['servers/a/index.ts', './b.ts', 'servers/a/b.ts'],
    ['script.ts', '../a', undefined],
    ['servers/a/index.ts', '../../../a', undefined],
    ['script.ts', 'a', undefined],
    ['script.ts', '/a', undefined],
    ['script.ts', './a\\..\\b', undefined],
    ['script.ts', './a%2fb', undefined],
    ['script.ts', './a\u0000b', undefined],
    ['script.ts', './.git/config', undefined],
    ['script.ts', './', undefined],
  ])('%j in %j is %j', (importer, specifier, path) => {
    expect(modulePath(importer, specifier)).toBe(path);
  });
});
