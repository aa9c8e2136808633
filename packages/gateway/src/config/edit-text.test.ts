import fc from 'fast-check';
import { stringify as toToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { applyEdit, type Edit, EditError, parseValue, type Syntax, valueAt } from './edit-text.ts';
import { yamlLibrary } from './yaml-library.ts';

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,8}$/).filter((text) => text !== 'foldout' && text !== 'null');
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('[a.b]', '# no comment', '"', "'''", 'a: b', '- x', '\\'),
);
const server = fc.record(
  {
    command: text,
    args: fc.array(text, { maxLength: 3 }),
    env: fc.dictionary(name, text, { maxKeys: 2 }),
    on: fc.boolean(),
  },
  { requiredKeys: ['command'] },
);
const settings = fc.dictionary(name, fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text, { maxLength: 3 })), {
  maxKeys: 4,
});
const file = fc.record({
  settings,
  servers: fc.dictionary(name, server, { minKeys: 1, maxKeys: 4 }),
  style: fc.nat(3),
  eol: fc.boolean(),
});
type File = typeof file extends fc.Arbitrary<infer Value> ? Value : never;

const KEY = 'mcp_servers';
const COMMENT = 'c0mment';

/** Writes the file in a syntax, with comments at every place where a line can be added, and with trailing commas. */
function write(syntax: Syntax, { settings: own, servers, style, eol }: File): string {
  const value = { ...withoutKey(own), [KEY]: servers };
  const indent = ['  ', '    ', '\t', '   '][style] ?? '  ';
  const mark = syntax === 'json' ? `// ${COMMENT}` : `# ${COMMENT}`;
  const lines = (
    syntax === 'toml' ? toToml(value) : syntax === 'yaml' ? yaml(value, style) : jsonc(value, indent)
  ).split('\n');
  const commented = lines.flatMap((line, index) => (isPlace(syntax, line) ? [`${mark} ${index}`, line] : [line]));
  return commented.join(eol ? '\r\n' : '\n');
}

function jsonc(value: object, indent: string): string {
  return JSON.stringify(value, null, indent).replaceAll(/(["}\]el\d])\n(\s*[}\]])/g, '$1,\n$2');
}

function yaml(value: object, style: number): string {
  return yamlLibrary().stringify(value, {
    indent: 2 + style,
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  });
}

function isPlace(syntax: Syntax, line: string): boolean {
  if (syntax === 'toml') return /^\[[a-z_]/.test(line);
  return syntax === 'yaml' ? /^\S/.test(line) && line.trim() !== '' : /^\s*"[a-z_]/.test(line);
}

function withoutKey(own: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(own).filter(([field]) => field !== KEY));
}

function comments(source: string): string[] {
  return source.match(new RegExp(`${COMMENT} \\d+`, 'g')) ?? [];
}

const ENTRY = { command: '/usr/bin/node', args: ['foldout.js', 'serve'] };

describe.each(['json', 'toml', 'yaml'] as const)('an edit of %s', (syntax) => {
  it('adds an entry, and keeps every comment and every other value', () => {
    fc.assert(
      fc.property(file, (content) => {
        const before = write(syntax, content);
        const after = applyEdit(syntax, before, { path: [KEY, 'foldout'], value: ENTRY });
        expect(valueAt(parseValue(syntax, after), [KEY, 'foldout'])).toEqual(ENTRY);
        expect(comments(after)).toEqual(comments(before));
        const gone = applyEdit(syntax, after, { path: [KEY, 'foldout'], value: undefined });
        expect(parseValue(syntax, gone)).toEqual(parseValue(syntax, before));
        expect(comments(gone)).toEqual(comments(before));
      }),
      { numRuns: 150 },
    );
  });

  it('turns entries off and on again, and removes them one by one', () => {
    fc.assert(
      fc.property(file, (content) => {
        const before = write(syntax, content);
        let now = before;
        for (const one of Object.keys(content.servers)) {
          const edits: Edit[] = [true, undefined].map((value) => ({ path: [KEY, one, 'off'], value }));
          for (const edit of edits) now = applyEdit(syntax, now, edit);
        }
        expect(parseValue(syntax, now)).toEqual(parseValue(syntax, before));
        expect(comments(now)).toEqual(comments(before));
        for (const one of Object.keys(content.servers)) {
          now = applyEdit(syntax, now, { path: [KEY, one], value: undefined });
          expect(valueAt(parseValue(syntax, now), [KEY, one])).toBeUndefined();
        }
        expect(withoutKey(parseValue(syntax, now) as Record<string, unknown>)).toEqual(
          withoutKey(parseValue(syntax, before) as Record<string, unknown>),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('changes nothing if the value is there already', () => {
    const before = write(syntax, { settings: {}, servers: { foldout: ENTRY } as never, style: 0, eol: false });
    expect(applyEdit(syntax, before, { path: [KEY, 'foldout'], value: ENTRY })).toBe(before);
    expect(applyEdit(syntax, before, { path: [KEY, 'none'], value: undefined })).toBe(before);
  });
});

describe('an edit that is not safe', () => {
  it.each([
    ['json', '{ "mcp_servers": {}, "mcp_servers": {} }'],
    ['json', '{ "mcp_servers": [] }'],
    ['json', '{ "mcp_servers": null }'],
    ['toml', 'mcp_servers = { a = { command = "x" } }\n'],
    ['yaml', 'mcp_servers: null\n'],
    ['yaml', 'a: 1\n---\nb: 2\n'],
  ] as const)('is refused: %s %s', (syntax, source) => {
    expect(() => applyEdit(syntax, source, { path: [KEY, 'foldout'], value: ENTRY })).toThrow(EditError);
  });

  it('keeps a file in one line in one line', () => {
    const after = applyEdit('json', '{"a":1,"mcp_servers":{}}', { path: [KEY, 'foldout'], value: { command: 'x' } });
    expect(after).toBe('{"a":1,"mcp_servers":{"foldout": {"command":"x"}}}');
  });
});
