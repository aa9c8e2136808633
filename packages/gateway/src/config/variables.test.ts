// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the references that a configuration holds
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandHome, expandText } from './variables.ts';

const expand = (text: string, env: Record<string, string> = {}) => {
  return expandText(text, { env, home: '/home/ada', workspace: '/work/shop' });
};

describe('expandText', () => {
  it('replaces what it knows', () => {
    expect(expand('${A}-${env:A}-${B:-b}', { A: 'a' }).text).toBe('a-a-b');
    expect(expand('${workspaceFolder} ${workspaceFolderBasename} ${userHome}').text).toBe('/work/shop shop /home/ada');
  });

  it('takes a default where a variable is missing or empty, as a shell does', () => {
    expect(expand('${A:-x}', { A: '' }).text).toBe('x');
    expect(expand('[${A}]', { A: '' }).text).toBe('[]');
    expect(expand('${A:-}').text).toBe('');
    expect(expand('${A:-${B:-${C}}}', { C: 'c' }).text).toBe('c');
  });

  it('names what is missing and what it cannot know', () => {
    expect(expand('${A}').problems).toEqual(['the environment variable A is not set; set it, or write ${A:-default}']);
    expect(expand('${input:github-token}').problems[0]).toContain('a client would ask for ${input:…}');
    expect(expand('${command:pick.one}').problems[0]).toContain('${command:…} is known only to the client');
  });

  it('gives up on defaults without end', () => {
    expect(expand('${A:-'.repeat(50_000) + '}'.repeat(50_000)).problems).toEqual([
      'defaults within defaults go too deep',
    ]);
  });

  it('leaves everything else as it stands', () => {
    for (const text of ['$A', '${', '${}', 'a}b', '${A', '${1}', '${a b}', '%A%', '$(x)']) {
      expect(expand(text, { A: 'x' })).toEqual({ text, problems: [], read: [] });
    }
  });

  it('writes a dollar and a brace when asked to', () => {
    expect(expand('$${A} ${A}', { A: 'x' }).text).toBe('${A} x');
  });

  it('never looks into what a variable holds', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(expand('<${A}>', { A: value, B: 'leaked' }).text).toBe(`<${value}>`);
      }),
    );
    expect(expand('${A}', { A: '${B}', B: 'leaked' }).text).toBe('${B}');
  });
});

describe('expandHome', () => {
  it('reads a leading tilde as a shell does', () => {
    expect(expandHome('~', '/h')).toBe('/h');
    expect(expandHome('~/x', '/h')).toBe('/h/x');
    expect(expandHome('~\\x', 'C:\\h')).toBe('C:\\h\\x');
    expect(expandHome('~ada/x', '/h')).toBe('~ada/x');
    expect(expandHome('a~/x', '/h')).toBe('a~/x');
    expect(expandHome('~/x', '/$&')).toBe('/$&/x');
  });
});
