import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCommand, Engine, success } from '@foldout/core';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { checkTypes } from './check-types.ts';
import { codeRunner } from './engine-host.ts';
import { Sandbox } from './sandbox.ts';

const sandbox = new Sandbox();
afterAll(() => sandbox.close());

let cancelled = 0;
const engine = new Engine({
  name: 'shop',
  commands: [
    defineCommand({
      name: 'order-cancel',
      description: 'Cancel an order.',
      input: z.object({ orderId: z.number(), why: z.enum(['late', 'wrong']).optional() }),
      output: z.object({ refund: z.number() }),
      handler: () => {
        cancelled += 1;
        return success({ refund: 5 });
      },
    }),
  ],
});

function check(code: string) {
  return codeRunner(sandbox).run(code, { engine, check: true });
}

describe('a type-checked script', () => {
  it('runs when its types are correct', async () => {
    const result = await check(`import { orderCancel } from './servers/shop';
const { refund } = await orderCancel({ orderId: 3, why: 'late' });
console.log(btoa('a'), await foldout.searchTools('cancel').then((found) => found.length));
return refund.toFixed(2)`);
    expect(result).toMatchObject({ value: '5.00', output: 'YQ== 1' });
  });

  it('does not run when its types are wrong, and reports the lines', async () => {
    cancelled = 0;
    const result = await check(`import { orderCancel } from './servers/shop';
await orderCancel({ orderId: 3 });
const { refund } = await orderCancel({ orderId: '3', why: 'late' });
return refund.length`);
    expect(result.error).toMatchObject({ code: 'TYPE_ERROR', line: 3, column: 40 });
    expect(result.error?.message).toMatch(/^line 3: TS2322: .*string.*number.*\nline 4: TS2339: .*length/);
    expect(cancelled).toBe(0);
  });

  it('reports the original column in the first line', async () => {
    expect((await check('const a: string = 1; return a')).error).toMatchObject({ line: 1, column: 7 });
  });

  it('rejects globals and modules that the sandbox does not have', async () => {
    expect((await check("return fetch('http://127.0.0.1')")).error?.message).toMatch(/Cannot find name 'fetch'/);
    expect((await check("import { x } from './servers/nowhere'; return x")).error?.message).toMatch(
      /Cannot find module/,
    );
  });

  it.each([
    ['a module', (path: string) => `import * as x from '${path}';\nconst y: 0 = x.key;`],
    ['a module for its effects', (path: string) => `import '${path}';`],
    ['the type of a module', (path: string) => `const y: 0 = {} as typeof import('${path}');`],
    ['a module that is imported later', (path: string) => `const y: 0 = await import(\`${path}\`);`],
    ['a module that is added to', (path: string) => `declare module '${path}' {\n  const z: 1;\n}`],
    ['a file that is referred to', (path: string) => `/// <reference path="${path}" />\nconst y: 0 = secret;`],
  ])('cannot find out whether a file of the host exists: %s', async (_, code) => {
    const folder = await mkdtemp(join(tmpdir(), 'foldout-test-'));
    try {
      await writeFile(join(folder, 'is-there.ts'), "export const key = 'a secret';");
      await writeFile(join(folder, 'is-there.js'), "exports.key = 'a secret';");
      await writeFile(join(folder, 'is-there.tsx'), "export const key = 'a secret';");
      await writeFile(join(folder, 'is-there.json'), '{"secret":1}');
      await writeFile(join(folder, 'is-there.d.ts'), "declare const secret: 'a secret';");
      for (const ending of ['', '.js', '.json', '.d.ts']) {
        const errorFor = (name: string) =>
          checkTypes({ typed: code(join(folder, name + ending)), shift: 0 }, undefined);
        const [found, missing] = await Promise.all([errorFor('is-there'), errorFor('is-gone!')]);
        expect(JSON.stringify(found ?? '').replaceAll('is-there', 'is-gone!')).toBe(JSON.stringify(missing ?? ''));
        expect(found?.message ?? '').not.toContain('a secret');
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('leaves no files behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foldout-test-'));
    for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, folder);
    try {
      expect((await check('return 1')).value).toBe(1);
      expect((await check('return 1 as string')).error?.code).toBe('TYPE_ERROR');
      expect(await readdir(folder)).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      await rm(folder, { recursive: true });
    }
  });
});
