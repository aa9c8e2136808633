import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, errorCode, firstText, type GatewayClient, run } from './gateway-clients.ts';
import { eventually, Home } from './gateway-process.ts';

const EVERYTHING = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const START_MS = 60_000;

const DOUBLE = `import { getSum } from './servers/everything';

/**
 * Doubles a number with the adder of a server
 * @test { "value": 4 }
 */
export async function doubleIt(input: { value: number }): Promise<{ text: string }> {
  return { text: await getSum({ a: input.value, b: input.value }) as string };
}
`;

describe('saved functions of a gateway', () => {
  let home: Home;
  let client: GatewayClient;
  const call = (command: string, input: Record<string, unknown> = {}) => run(client, 'afd-call', { command, input });
  const script = (code: string) => run(client, 'run_code', { code });

  beforeAll(async () => {
    home = new Home({
      mcpServers: { everything: { command: process.execPath, args: [EVERYTHING] } },
      toolStrategy: 'lazy',
      runCode: true,
      learning: false,
    });
    client = await connectTo(home.stdio, 'modern');
    const echo = () => call('everything/echo', { message: 'awake' });
    await eventually(echo, ({ isError }) => !isError, { withinMs: START_MS / 2 });
  }, START_MS);

  afterAll(async () => {
    await client?.[Symbol.asyncDispose]();
    home?.[Symbol.dispose]();
  });

  it('are type-checked, listed, found, called as a tool and imported by scripts', { timeout: START_MS }, async () => {
    const wrong = await call('functions/save_function', { source: DOUBLE.replace('a: input.value', "a: 'x'") });
    expect(errorCode(wrong)).toBe('VALIDATION_ERROR');
    expect(firstText(wrong)).toMatch(/line 8.*string.*number/);
    const wrongTest = await call('functions/save_function', {
      source: DOUBLE.replace('"value": 4', '"value": "four"'),
    });
    expect(firstText(wrongTest)).toMatch(/string.*number/);

    const saved = await call('functions/save_function', { source: DOUBLE });
    expect([firstText(saved), saved.isError ?? false]).toEqual([expect.stringContaining('doubleIt'), false]);
    const found = await run(client, 'afd-discover', { search: 'double a number' });
    expect(found.structuredContent.data.tools ?? found.structuredContent.data.commands).toContainEqual(
      expect.objectContaining({ name: 'doubleIt', kind: 'function' }),
    );
    const detail = await run(client, 'afd-detail', { command: 'functions/doubleIt' });
    expect(detail.structuredContent.data[0]).toMatchObject({ kind: 'function', version: '1', effects: 'undeclared' });

    const called = await call('functions/doubleIt', { value: 21 });
    expect(firstText(called)).toContain('The sum of 21 and 21 is 42');
    const refused = await call('functions/doubleIt', { value: 'many' });
    expect(errorCode(refused)).toBe('VALIDATION_ERROR');
    const imported = await script(`import { doubleIt } from './functions/doubleIt';
import * as all from './functions';
return [(await doubleIt({ value: 1 })).text, Object.keys(all)]`);
    expect(firstText(imported)).toMatch(/The sum of 1 and 1 is 2.*doubleIt/s);
    const asTool = await script("return foldout.callTool('functions', 'doubleIt', { value: 3 })");
    expect(firstText(asTool)).toContain('The sum of 3 and 3 is 6');
  });

  it('are versioned, and removed by their owner', { timeout: START_MS }, async () => {
    await call('functions/save_function', { source: DOUBLE });
    const next = await call('functions/save_function', { source: DOUBLE.replace('Doubles', 'Really doubles') });
    expect(next.structuredContent.data).toMatchObject({ name: 'doubleIt', version: 2, reviewed: false });
    const shown = await call('functions/show_function', { name: 'doubleIt' });
    expect(shown.structuredContent.data.source).toContain('Really doubles');
    expect((await call('functions/list_functions')).structuredContent.data).toHaveLength(1);
    await run(client, 'afd-call', { command: 'functions/remove_function', input: { name: 'doubleIt' } });
    expect(errorCode(await call('functions/doubleIt', { value: 1 }))).toBe('COMMAND_NOT_FOUND');
  });

  it('cannot call each other as tools, only import each other', { timeout: START_MS }, async () => {
    await call('functions/save_function', { source: DOUBLE });
    const source = (body: string) =>
      `import { doubleIt } from './functions/doubleIt';
import { callTool } from './foldout.ts';
/** Quadruples a number\n * @test { "value": 1 } */
export async function quadruple(input: { value: number }): Promise<{ text: string }> { ${body} }`;
    await call('functions/save_function', { source: source('return doubleIt({ value: 2 * input.value });') });
    expect(firstText(await call('functions/quadruple', { value: 5 }))).toContain('The sum of 10 and 10 is 20');
    await call('functions/save_function', {
      source: source("return callTool('functions', 'doubleIt', { value: 2 * input.value }) as never;"),
    });
    expect(firstText(await call('functions/quadruple', { value: 5 }))).toContain('COMMAND_NOT_FOUND');
  });

  it('keep values between runs, up to a quota', { timeout: START_MS }, async () => {
    await script("await foldout.store.set('seen', { ids: [1, 2] }); await foldout.store.set('json', '{\"a\":1}')");
    const read = await script(`import { store } from './foldout.ts';
return [await store.get('seen'), await store.get('json'), await store.get('none') ?? 'nothing', await store.keys()]`);
    expect(JSON.parse(firstText(read))).toEqual([{ ids: [1, 2] }, '{"a":1}', 'nothing', ['json', 'seen']]);
    const large = await script("await foldout.store.set('large', 'x'.repeat(70_000))");
    expect(firstText(large)).toMatch(/'large' has 70002 characters.*64000.*store\.delete/s);
    await script("await foldout.store.delete('seen')");
    expect(firstText(await script('return foldout.store.keys()'))).toBe('["json"]');
  });
});
