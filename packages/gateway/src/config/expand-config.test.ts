// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the references that a configuration holds
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandHome, expandText } from './expand-config.ts';

const expand = (text: string, env: Record<string, string> = {}) => {
  return expandText(text, { env, home: '/home/ada', workspace: '/work/shop' });
};

describe('expandText', () => {
  it('replaces known variables', () => {
    expect(expand('${A}-${env:A}-${B:-b}', { A: 'a' }).text).toBe('a-a-b');
    expect(expand('${workspaceFolder} ${workspaceFolderBasename} ${userHome}').text).toBe('/work/shop shop /home/ada');
  });

  it('uses the default for a missing or empty variable, like a shell', () => {
    expect(expand('${A:-x}', { A: '' }).text).toBe('x');
    expect(expand('[${A}]', { A: '' }).text).toBe('[]');
    expect(expand('${A:-}').text).toBe('');
    expect(expand('${A:-${B:-${C}}}', { C: 'c' }).text).toBe('c');
  });

  it('replaces stored secrets, and reports those that are not stored', () => {
    const around = { env: {}, home: '/home/ada', workspace: '/work/shop' };
    const secret = (name: string) => (name === 'A' ? 's3cret' : undefined);
    expect(expandText('Bearer ${keychain:A}', { ...around, secret })).toMatchObject({
      text: 'Bearer s3cret',
      stored: ['s3cret'],
      problems: [],
    });
    expect(expandText('${keychain:B}', { ...around, secret })).toMatchObject({
      text: '${keychain:B}',
      problems: [{ message: 'the secret B is not stored', fix: 'run: foldout secret set B' }],
    });
    const broken = () => {
      throw new Error('the keychain is locked');
    };
    expect(expandText('${keychain:A}', { ...around, secret: broken }).problems[0]?.message).toBe(
      'the secret A cannot be read: the keychain is locked',
    );
  });

  it('reports missing variables and unknown references', () => {
    expect(expand('${A}').problems).toEqual([
      { message: 'the environment variable A is not set', fix: 'set it, or write ${A:-default}' },
    ]);
    expect(expand('${input:github-token}').problems[0]?.message).toContain('${input:…} asks the user for a value');
    expect(expand('${command:pick.one}').problems[0]?.message).toContain('${command:…} works only in the client');
  });

  it('rejects endless nesting of defaults', () => {
    expect(expand('${A:-'.repeat(50_000) + '}'.repeat(50_000)).problems).toEqual([
      { message: 'defaults are nested more than 16 deep', fix: 'write a plain default' },
    ]);
  });

  it('leaves all other text unchanged', () => {
    for (const text of ['$A', '${', '${}', 'a}b', '${A', '${1}', '${a b}', '%A%', '$(x)']) {
      expect(expand(text, { A: 'x' })).toEqual({ text, problems: [], read: [], stored: [] });
    }
  });

  it('writes an escaped `${` literally', () => {
    expect(expand('$${A} ${A}', { A: 'x' }).text).toBe('${A} x');
  });

  it('never expands references inside the value of a variable', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(expand('<${A}>', { A: value, B: 'leaked' }).text).toBe(`<${value}>`);
      }),
    );
    expect(expand('${A}', { A: '${B}', B: 'leaked' }).text).toBe('${B}');
  });
});

describe('expandHome', () => {
  it('expands a leading tilde like a shell', () => {
    expect(expandHome('~', '/h')).toBe('/h');
    expect(expandHome('~/x', '/h')).toBe('/h/x');
    expect(expandHome('~\\x', 'C:\\h')).toBe('C:\\h\\x');
    expect(expandHome('~ada/x', '/h')).toBe('~ada/x');
    expect(expandHome('a~/x', '/h')).toBe('a~/x');
    expect(expandHome('~/x', '/$&')).toBe('/$&/x');
  });
});
