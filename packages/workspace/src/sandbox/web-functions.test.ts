import { success } from '@foldout/core';
import { afterAll, describe, expect, it } from 'vitest';
import type { CodeRequest, CodeResult } from './contract.ts';
import { Sandbox } from './sandbox.ts';

const sandbox = new Sandbox();
afterAll(() => sandbox.close());

const RAW = '{"id": 17, "tags": ["a"]}';
const ANSWERS: Readonly<Record<string, unknown>> = { json: RAW, list: '[1, 2]', text: '{not json', number: '17' };

async function run(code: string, request: Partial<CodeRequest> = {}): Promise<CodeResult> {
  return sandbox.run(code, { callTool: async (_server, tool) => success(ANSWERS[tool]), ...request });
}

const URLS: readonly (readonly [string, string | undefined])[] = [
  ['https://user:pw@example.com:8443/a/../b?x=1&y=%C3%BC#part', undefined],
  ['../c?d=e f', 'http://example.com/a/b/'],
  ['//other.example/x', 'https://example.com'],
  ['mailto:a@example.com', undefined],
  ['HTTP://EXAMPLE.com:80', undefined],
  ['https://bücher.example/ü', undefined],
  ['nonsense', undefined],
  ['http://[::1]:3000/', undefined],
];
const PARTS = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
  'origin',
];
const READ = `(url, base) => {
  if (!URL.canParse(url, base)) return null;
  const made = new URL(url, base);
  return [${JSON.stringify(PARTS)}.map((part) => made[part]), [...made.searchParams], String(made), JSON.stringify(made)];
}`;

describe('functions of the web in a script', () => {
  it('reads URLs as Node does', async () => {
    const code = `const read = ${READ};\nreturn ${JSON.stringify(URLS)}.map(([url, base]) => read(url, base ?? undefined))`;
    const inNode = new Function(`return ${READ}`)() as (url: string, base?: string) => unknown;
    const expected = URLS.map(([url, base]) => inNode(url, base));
    expect(expected.filter((each) => each === null)).toHaveLength(1);
    expect((await run(code)).value).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  it('changes the parts and the parameters of a URL as Node does', async () => {
    const body = `const url = new URL('https://example.com/a?x=1&x=2&z=%26');
url.pathname = '/ü b'; url.port = '81'; url.hash = 'h';
url.searchParams.append('y', "a b&c='(~)'"); url.searchParams.set('x', '3'); url.searchParams.delete('z');
const after = url.href;
url.search = '?q=1';
const params = new URLSearchParams({ b: '2', a: '1+1' }); params.sort();
return [after, url.searchParams.get('q'), url.searchParams.get('x'), String(params), params.size, params.has('a', '1+1'), [...params.keys()]];`;
    expect((await run(body)).value).toEqual(new Function(body)());
  });

  it('names an invalid URL in the error', async () => {
    const { error } = await run("new URL('no url')");
    expect(error).toMatchObject({
      code: 'RUNTIME_ERROR',
      message: "TypeError: Invalid URL: 'no url' (line 1)",
      line: 1,
    });
    expect((await run("const u = new URL('http://a.b'); u.href = 'x'")).error?.message).toContain("Invalid URL: 'x'");
  });

  it('encodes and decodes UTF-8, and clones values', async () => {
    const { value } = await run(`const bytes = new TextEncoder().encode('aü€😀');
const made = { when: new Date(5), map: new Map([['a', new Set([1])]]) };
made.self = made;
const copy = structuredClone(made);
return [[...bytes], new TextDecoder().decode(bytes), copy.self === copy, copy.when.getTime(), copy.map.get('a').has(1), copy.map === made.map]`);
    expect(value).toEqual([[...new TextEncoder().encode('aü€😀')], 'aü€😀', true, 5, true, false]);
  });

  it('has random values that differ from run to run', async () => {
    const code =
      'return [crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(16))], crypto.getRandomValues(new Uint32Array(2)).length]';
    const [first, second] = [(await run(code)).value, (await run(code)).value] as [string, number[], number][];
    expect(first?.[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(first?.[2]).toBe(2);
    expect(first?.slice(0, 2)).not.toEqual(second?.slice(0, 2));
    expect(new Set(first?.[1]).size).toBeGreaterThan(4);
    expect((await run('crypto.getRandomValues(new Uint8Array(1e6))')).error?.message).toContain('65,536');
    expect((await run('crypto.getRandomValues(new Float64Array(1))')).error?.message).toContain('integers');
  });

  it('sleeps without computing, and a limit ends the sleep', async () => {
    const { value, error, calls } = await run('const t = Date.now(); await sleep(60); return Date.now() - t');
    expect([error, calls]).toEqual([undefined, []]);
    expect(value).toBeGreaterThanOrEqual(55);
    expect((await run('await sleep(60_000)', { limits: { timeMs: 300 } })).error?.code).toBe('TIME_LIMIT');
    expect((await run("await foldout.sleep('soon')")).error?.message).toContain('sleep needs a number of milliseconds');
    expect((await run('for (;;) await sleep(0)', { limits: { calls: 20 } })).error?.code).toBe('CALL_LIMIT');
  });

  it('parses a text that is a JSON object or list, and keeps the text', async () => {
    const { value } = await run(`import { callTool, rawResult } from './foldout.ts';
const [json, list, text, number] = await Promise.all(['json', 'list', 'text', 'number'].map((tool) => callTool('s', tool)));
return [json.tags[0], list.length, text, number, rawResult(json), rawResult(text), rawResult(5)]`);
    expect(value).toEqual(['a', 2, '{not json', '17', RAW, '{not json', 5]);
  });

  it('knows all of them in a type check', async () => {
    const good = `const url: string = new URL('https://a.b').searchParams.get('x') ?? crypto.randomUUID();
await sleep(1); return [structuredClone({ url }).url, new TextDecoder().decode(new TextEncoder().encode(url))]`;
    expect((await run(good, { check: true })).error).toBeUndefined();
    expect((await run('const n: number = crypto.randomUUID()', { check: true })).error?.code).toBe('TYPE_ERROR');
  });
});
