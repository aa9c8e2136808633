import { transformSync } from '@swc/wasm-typescript';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serverFolderNames, toolFunctionNames } from './naming.ts';

function namesOf(...names: string[]): string[] {
  const tools = names.map((name) => ({ id: `s/${name}`, server: 's', name }));
  const given = toolFunctionNames(tools);
  return tools.map(({ id }) => given.get(id) as string);
}

function foldersOf(...servers: string[]): string[] {
  const given = serverFolderNames(servers.map((server) => ({ id: `${server}/t`, server, name: 't' })));
  return servers.map((server) => given.get(server) as string);
}

describe('the function of a tool', () => {
  it.each([
    ['create_issue', 'createIssue'],
    ['order-cancel', 'orderCancel'],
    ['files.list/all', 'filesListAll'],
    ['getDocument', 'getDocument'],
    ['HTTPGet', 'hTTPGet'],
    ['GET', 'get'],
    ['2fa_enable', '_2faEnable'],
    ['größe-ändern', 'größeÄndern'],
    ['名前', '名前'],
    ['delete', 'deleteTool'],
    ['await', 'awaitTool'],
    ['callTool', 'callToolTool'],
    ['__proto__', 'proto'],
    ['---', 'tool'],
    ['', 'tool'],
  ])('%s is %s', (name, expected) => {
    expect(namesOf(name)).toEqual([expected === 'get' ? 'getTool' : expected]);
  });

  it('gets a number where another one has its name, also if only the case differs', () => {
    expect(namesOf('create_issue', 'create-issue', 'CREATEISSUE', 'createissue')).toEqual([
      'createIssue3',
      'createIssue2',
      'createissue',
      'createissue4',
    ]);
  });

  it('does not depend on the order in which tools arrive', () => {
    const [a, b] = namesOf('a_b', 'a-b');
    expect(namesOf('a-b', 'a_b')).toEqual([b, a]);
  });

  it('may be the same on two servers', () => {
    const tools = ['x', 'y'].map((server) => ({ id: `${server}/list`, server, name: 'list' }));
    expect([...toolFunctionNames(tools).values()]).toEqual(['list', 'list']);
  });

  it('can be declared, whatever the name, and is never given twice', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 8 }), (names) => {
        const given = namesOf(...names);
        expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(names.length);
        transformSync(given.map((name) => `export async function ${name}() {}`).join('\n'), { mode: 'strip-only' });
      }),
    );
  });
});

describe('the folder of a server', () => {
  it('is its name, where that is safe', () => {
    expect(foldersOf('github', 'google-drive', 'my server', '../../etc', 'CON', 'a/b')).toEqual([
      'github',
      'google-drive',
      'my-server',
      'etc',
      'CON-server',
      'a-b',
    ]);
  });

  it('is unique, also where case does not count', () => {
    expect(foldersOf('GitHub', 'github', 'git hub', 'git/hub')).toEqual(['GitHub', 'github-2', 'git-hub', 'git-hub-2']);
  });
});
