import { createMcpServer, type ToolStrategy } from '@foldout/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fittingRequests, type Request, smallCatalog, strangeRequests } from '../fixtures/requests/small-catalog.ts';
import { connectInProcess, type TestClient } from './clients.ts';

type Asked = [tool: string, input: Record<string, unknown>];

/** How each surface is asked, as its listed schemas say. Everything else is read from the texts of the answers. */
interface Manner {
  find(words: string): Asked;
  describe(name: string): Asked;
  run(name: string, input: Record<string, unknown>): Asked;
}

type Strategy = Extract<ToolStrategy, 'lazy' | 'proxy'>;

const MANNERS: Readonly<Record<Strategy, Manner>> = {
  lazy: {
    find: (words) => ['afd-discover', { search: words }],
    describe: (name) => ['afd-detail', { command: name }],
    run: (name, input) => ['afd-call', { command: name, input }],
  },
  proxy: {
    find: (words) => ['search_tools', { query: words }],
    describe: (name) => ['get_tool_schema', { toolName: name }],
    run: (name, args) => ['invoke_tool', { toolName: name, args }],
  },
};

/** A client that reads nothing but texts. */
interface Reader {
  ask(words: string): Promise<string>;
  describe(name: string): Promise<string>;
  call(...asked: Asked): Promise<{ text: string; isError: boolean }>;
}

function reader(client: TestClient, strategy: Strategy): Reader {
  const { find, describe } = MANNERS[strategy];
  const call: Reader['call'] = async (tool, input) => {
    const { text, isError } = await client.call(tool, input);
    return { text, isError };
  };
  return {
    call,
    ask: async (words) => (await call(...find(words))).text,
    describe: async (name) => (await call(...describe(name))).text,
  };
}

describe.each(Object.keys(MANNERS) as Strategy[])('the text of a search under %s', (strategy) => {
  let client: TestClient;
  let texts: Map<Request, string>;
  let read: Reader;
  beforeAll(async () => {
    const server = createMcpServer({ name: 'x', version: '1.0.0', sources: smallCatalog(), toolStrategy: strategy });
    client = await connectInProcess(server);
    read = reader(client, strategy);
    texts = new Map();
    for (const request of [...fittingRequests(), ...strangeRequests()])
      texts.set(request, await read.ask(request.words));
  }, 120_000);
  afterAll(() => client.close());
  const asked = (isFitting: boolean) => [...texts].filter(([{ fitting }]) => fitting.length > 0 === isFitting);

  it('has 200 requests that fit and 200 that do not', () => {
    expect([asked(true).length, asked(false).length]).toEqual([200, 200]);
  });

  it('says of every request that fits nothing that perhaps nothing fits, or to check the best hit', () => {
    const first = asked(false).map(([{ words }, text]) => [words, text.split('\n')[0] ?? ''] as const);
    const claimed = first.filter(
      ([, line]) => !/Nothing fits well|Perhaps nothing fits|check that the first one does/.test(line),
    );
    expect(claimed).toEqual([]);
    // The number that the search engine recognizes today. Raise the bounds when the engine gets better.
    const refused = first.filter(([, line]) => /Nothing fits well|Perhaps nothing fits/.test(line));
    expect(refused.length).toBeGreaterThanOrEqual(190);
    expect(first.filter(([, line]) => line.includes('Nothing fits well')).length).toBeGreaterThanOrEqual(135);
  });

  it('says of few requests that fit that nothing does', () => {
    const denied = asked(true).filter(([, text]) => text.includes('Nothing fits well'));
    expect(denied.length).toBeLessThanOrEqual(32);
  });

  it('is enough to call the best hit, of every request that fits', async () => {
    let right = 0;
    const failed: unknown[] = [];
    for (const [{ words, fitting }, text] of asked(true)) {
      if (text.includes('Nothing fits well')) continue;
      const { name, tool, input } = callIn(text);
      const { text: answer, isError } = await read.call(tool, input);
      if (isError) failed.push({ words, tool, input, answer });
      if (fitting.some((id) => id === name || id.endsWith(`/${name}`))) right += 1;
    }
    expect(failed).toEqual([]);
    // The number that the search engine ranks first today. Raise the bound when the engine gets better.
    expect(right).toBeGreaterThanOrEqual(92);
  });

  it('is enough, with the text that describes a tool, to call the tool that fits, wherever it stands', async () => {
    let called = 0;
    const failed: unknown[] = [];
    for (const [{ words, fitting }, text] of asked(true)) {
      const fits = (name: string) => fitting.some((id) => id === name || id.endsWith(`/${name}`));
      const name = shownIn(text).find(fits);
      if (name === undefined) continue;
      const declared = await read.describe(name);
      const input = Object.fromEntries(declaredIn(declared).map(([key, type]) => [key, exampleOf(type)]));
      const { text: answer, isError } = await read.call(...MANNERS[strategy].run(name, input));
      if (isError) failed.push({ words, name, declared, input, answer });
      called += 1;
    }
    expect(failed).toEqual([]);
    expect(called).toBeGreaterThanOrEqual(160);
  });
});

/** Builds the call that an answer describes: the line "Next:" has its form, the signature of the first hit its parameters. */
function callIn(text: string): { name: string; tool: string; input: Record<string, unknown> } {
  const [, tool = '', form = ''] = /^Next: Call it with (\S+) (\{.*\})$/m.exec(text) ?? [];
  const [, , signature = ''] = /^([\w/-]+)\((.*?)\) - /m.exec(text) ?? [];
  const input = Object.fromEntries(parameters(signature).map(([key, type]) => [key, exampleOf(type)]));
  const filled = JSON.parse(form.replace('{…}', JSON.stringify(input))) as Record<string, unknown>;
  return { name: String(Object.values(filled)[0]), tool, input: filled };
}

/** The names of the hits: each begins a line. */
function shownIn(text: string): string[] {
  return [...text.matchAll(/^([\w/-]+)(?=\(| - )/gm)].map(([, name = '']) => name);
}

/** The required parameters in the declaration of a tool, each on a line of its own: `  title: string; // One line`. */
function declaredIn(text: string): [key: string, type: string][] {
  return [...text.matchAll(/^ {2}"?([\w-]+)"?: (.*?)[;{]?(?: \/\/.*)?$/gm)].map(([, key = '', type = '']) => [
    key,
    type || '{',
  ]);
}

/** `a: string, b?: "x" | "y"` → the required parameters with their types: `[['a', 'string']]`. */
function parameters(signature: string): [key: string, type: string][] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= signature.length; at += 1) {
    const char = signature[at];
    if (char === '{' || char === '(' || char === '<') depth += 1;
    if (char === '}' || char === ')' || char === '>') depth -= 1;
    if (at === signature.length || (char === ',' && depth === 0)) {
      parts.push(signature.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts.flatMap((part) => {
    const [, key = '', optional, type = ''] = /^"?([\w-]+)"?(\?)?: (.*)$/.exec(part) ?? [];
    return key === '' || optional ? [] : [[key, type] as [string, string]];
  });
}

/** A value of a type, as an agent would choose one. */
function exampleOf(type: string): unknown {
  const [, choice] = /^"([^"]*)"( \||$)/.exec(type) ?? [];
  if (choice !== undefined) return choice;
  if (type.endsWith('[]') || type.startsWith('Array<')) return [];
  if (type.startsWith('number')) return 1;
  if (type.startsWith('boolean')) return true;
  if (type.startsWith('{') || type.startsWith('Record')) return {};
  return 'x';
}
