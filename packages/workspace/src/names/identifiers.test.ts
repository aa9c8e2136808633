import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderName, functionName, typeName, uniqueNames } from './identifiers.ts';
import { isPlainFileName } from './safe-name.ts';

/** Any sequence of UTF-16 code units, including lone surrogates. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 300 }).map((units) => String.fromCharCode(...units));

describe('functionName', () => {
  it.each([
    ['get_document', 'getDocument'],
    ['get-document', 'getDocument'],
    ['getDocument', 'getDocument'],
    ['GetDocument', 'getDocument'],
    ['HTTPGet', 'httpGet'],
    ['URL', 'url'],
    ['API-post-search', 'apiPostSearch'],
    ['files.list/all', 'filesListAll'],
    ['créer_dossier', 'creerDossier'],
    ['3d_render', '_3dRender'],
    ['delete', 'delete_'],
    ['index', 'index_'],
    ['iNDEX', 'iNDEX_'],
    ['then', 'then_'],
    ['con', 'con_'],
    ['COM1', 'com1_'],
    ['callTool', 'callTool_'],
  ])('turns %s into %s', (name, expected) => {
    expect(functionName(name)).toBe(expected);
  });

  it('names a tool without ASCII letters by a hash', () => {
    expect(functionName('获取文档')).toMatch(/^tool_[0-9a-f]{6}$/);
    expect(functionName('获取文档')).toBe(functionName('获取文档'));
    expect(functionName('获取文档')).not.toBe(functionName('搜索'));
  });

  it('returns a safe identifier and file name for any text', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const made = functionName(name);
        expect(made).toMatch(/^[a-z_][A-Za-z0-9_]*$/);
        expect(isPlainFileName(`${made}.ts`)).toBe(true);
        expect(typeName(made)).toMatch(/^[A-Z][A-Za-z0-9_]*$/);
      }),
    );
  });
});

describe('folderName', () => {
  it.each([
    ['google-drive', 'google-drive'],
    ['GitHub', 'GitHub'],
    ['my server', 'my-server'],
    ['../../etc', 'etc'],
    ['a/b\\c', 'a-b-c'],
    ['.hidden', 'hidden'],
    ['dots...', 'dots'],
    ['nul', 'server-nul'],
    ['aux.txt', 'server-aux.txt'],
    ['node_modules', 'server-node_modules'],
  ])('turns the server %s into the folder %s', (server, expected) => {
    expect(folderName(server)).toBe(expected);
  });

  it('returns a safe file name for any text', () => {
    fc.assert(
      fc.property(anyText, (server) => {
        const made = folderName(server);
        expect(isPlainFileName(made)).toBe(true);
        expect(made).toMatch(/^[A-Za-z0-9_]/);
      }),
    );
  });
});

describe('uniqueNames', () => {
  const named = (...names: string[]) => Object.fromEntries(uniqueNames(names, functionName));

  it('leaves a name to the original with exactly that name, in any order', () => {
    const names = named('get-user', 'getUser', 'get_user');
    expect(names['getUser']).toBe('getUser');
    expect(names['get-user']).toMatch(/^getUser_[0-9a-f]{6}$/);
    expect(named('getUser', 'get_user', 'get-user')).toEqual(names);
  });

  it('gives different names to originals that differ only in case', () => {
    const names = Object.values(named('getuser', 'getUser', 'GETUSER'));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(3);
  });

  it('keeps a name when other originals are added or removed', () => {
    expect(named('get-user', 'get_user', 'getUser')['get_user']).toBe(named('get_user', 'getUser')['get_user']);
  });

  it('never assigns a name twice', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 4 }), { maxLength: 40 }), (names) => {
        const made = [...uniqueNames(names, functionName).values()].map((name) => name.toLowerCase());
        expect(new Set(made).size).toBe(new Set(names).size);
      }),
    );
  });
});

describe('isPlainFileName', () => {
  it.each([
    '',
    '.',
    '..',
    'a/b',
    'a\\b',
    'C:',
    'a:stream',
    'a\0b',
    'a\nb',
    'CON',
    'nul.ts',
    'lpt¹',
    'a.',
    'a ',
    'x'.repeat(256),
    '语'.repeat(86),
  ])('rejects %j', (name) => {
    expect(isPlainFileName(name)).toBe(false);
  });

  it.each(['a', 'getDocument.ts', '.foldout', 'console', 'com10', '语'])('accepts %j', (name) => {
    expect(isPlainFileName(name)).toBe(true);
  });
});
