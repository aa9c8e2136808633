import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { JsonSchema } from '@foldout/core';
import { expect, it } from 'vitest';
import { schemaPairs } from '../schema-pairs-under-test.ts';
import { Scratch, treeTool } from '../tree-under-test.ts';
import { treeFiles } from './tree-plan.ts';

const TSC = resolve(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc');
const SAMPLES = 300;

it('generates types that accept every value that the schema accepts', () => {
  const pairs = schemaPairs(SAMPLES);
  // The schema becomes a property of the input, because an input schema without properties accepts no values.
  const tools = pairs.map(({ schema, defs }, index) => {
    const outputSchema = { ...(schema === true ? {} : (schema as JsonSchema)), $defs: defs };
    const inputSchema = { type: 'object', properties: { given: schema }, $defs: defs };
    return treeTool('typed', `t${index}`, { inputSchema, outputSchema });
  });
  const types = pairs.flatMap(({ value }, index) => [
    { name: `T${index}Input`, value: JSON.stringify({ given: value }) },
    { name: `T${index}Response`, value: JSON.stringify(value) },
  ]);
  const uses = types.map(({ name, value }) => `export const of${name}: ${name} = ${value};`);
  const names = types.map(({ name }) => `type ${name}`);
  using scratch = new Scratch();
  const files = treeFiles(tools).map(({ path, text }) => [path, text()] as const);
  const script = `import { ${names.join(', ')} } from './typed/index.ts';\n${uses.join('\n')}\n`;
  for (const [path, text] of [...files, ['servers/values.ts', script] as const]) {
    mkdirSync(dirname(scratch.path(path)), { recursive: true });
    writeFileSync(scratch.path(path), text);
  }
  const { stdout } = spawnSync(process.execPath, [TSC, '-p', scratch.root], { encoding: 'utf8' });
  expect(stdout).toBe('');
}, 60_000);
