import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { JsonSchema } from '@foldout/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Scratch, treeTool } from '../tree-under-test.ts';
import { treeFiles } from './tree-plan.ts';

const TSC = resolve(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc');
const SAMPLES = 300;

/** A schema and a value that it accepts. */
interface Pair {
  readonly schema: unknown;
  readonly value: unknown;
  readonly defs: Readonly<Record<string, unknown>>;
}

let named = 0;
const pair = (schema: unknown, value: unknown, ...inner: readonly Pair[]): Pair => ({
  schema,
  value,
  defs: Object.assign({}, ...inner.map(({ defs }) => defs)),
});
const key = fc.oneof(
  fc.constantFrom('a', 'b', 'type', 'a b', 'x-y', '1', 'новый', 'class'),
  fc.string({ minLength: 1, maxLength: 5 }),
);
const usable = key.filter((name) => !(name in Object.prototype));
const record = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const described = fc.record({ description: fc.string({ maxLength: 20 }) });

const { any, object } = fc.letrec<{ any: Pair; leaf: Pair; object: Pair }>((tie) => ({
  leaf: fc.oneof(
    fc.string({ maxLength: 6 }).map((value) => pair({ type: 'string' }, value)),
    fc.integer().map((value) => pair({ type: 'integer' }, value)),
    fc.boolean().map((value) => pair({ type: ['boolean', 'null'] }, value)),
    fc.constant(pair({ type: 'string', nullable: true }, null)),
    fc.jsonValue({ maxDepth: 1 }).map((value) => pair({ const: value }, value)),
    fc
      .array(fc.string({ maxLength: 4 }), { minLength: 1, maxLength: 4 })
      .map((all) => pair({ enum: [...all, 5, null] }, all[0])),
    fc.constant(pair({}, { anything: [1] })),
    fc.constant(pair(true, 'x')),
    fc.constant(pair({ type: 'object', properties: {} }, { app: 'web' })),
    fc.constant(pair({ type: 'object', properties: { a: {} }, required: ['b'] }, { b: 1 })),
    fc.constant(pair({ type: 'object', properties: { toString: { type: 'string' }, a: {} } }, { a: 1 })),
  ),
  object: fc
    .record({
      entries: fc.uniqueArray(fc.tuple(usable, tie('any'), fc.boolean()), { maxLength: 4, selector: ([name]) => name }),
      note: described,
      other: fc.option(tie('any'), { nil: undefined }),
    })
    .map(({ entries, note, other }) => {
      const properties = Object.fromEntries(entries.map(([name, { schema }]) => [name, withNote(schema, note)]));
      const required = entries.filter(([, , needed]) => needed).map(([name]) => name);
      const value = Object.fromEntries(entries.map(([name, one]) => [name, one.value]));
      const all = entries.map(([, one]) => one);
      if (!other) return pair({ type: 'object', properties, required }, value, ...all);
      const schema = { type: 'object', properties, required, additionalProperties: other.schema };
      return pair(schema, { ...value, $other: other.value }, ...all, other);
    }),
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    tie('object'),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((all) =>
      pair(
        { type: 'array', items: { anyOf: all.map(({ schema }) => schema) } },
        all.map(({ value }) => value),
        ...all,
      ),
    ),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((all) =>
      pair(
        { type: 'array', prefixItems: all.map(({ schema }) => schema) },
        all.map(({ value }) => value),
        ...all,
      ),
    ),
    fc
      .array(tie('any'), { minLength: 1, maxLength: 3 })
      .map((all) => pair({ oneOf: all.map(({ schema }) => schema) }, all[0]?.value, ...all)),
    tie('any').map((one) => pair({ type: 'object', additionalProperties: one.schema }, { k: one.value }, one)),
    tie('any').map((one) => pair({ allOf: [one.schema, {}] }, one.value, one)),
    fc.tuple(tie('any'), tie('any')).map(([one, two]) => {
      const tuple = { type: 'array', prefixItems: [one.schema, two.schema], minItems: 1, items: true };
      return pair({ oneOf: [tuple, { const: 0 }] }, [one.value], one, two);
    }),
    fc.tuple(tie('object'), tie('any')).map(([one, other]) => {
      const takesOthers = record(one.schema) && !('additionalProperties' in one.schema);
      const value = takesOthers && record(one.value) ? { ...one.value, beside: other.value } : one.value;
      const beside = { type: 'object', properties: { beside: other.schema } };
      return pair({ ...beside, anyOf: [one.schema, { type: 'null' }] }, value, one, other);
    }),
    tie('object').map((one) => {
      const schema = { type: 'object', additionalProperties: true, oneOf: [one.schema, { type: 'null' }] };
      return pair(schema, one.value, one);
    }),
    fc.tuple(tie('any'), tie('any')).map(([one, two]) => {
      const schema = { type: 'object', properties: { one: one.schema }, else: { properties: { two: two.schema } } };
      return pair(schema, { one: one.value, two: two.value }, one, two);
    }),
    tie('any').map((one) => {
      named += 1;
      const name = `Def ${named}`;
      return {
        schema: { $ref: `#/$defs/Def%20${named}` },
        value: one.value,
        defs: { ...one.defs, [name]: one.schema },
      };
    }),
  ),
}));

function withNote(schema: unknown, note: object): unknown {
  return typeof schema === 'object' && schema !== null ? { ...schema, ...note } : schema;
}

it('generates types that accept every value that the schema accepts', () => {
  const pairs = [
    ...fc.sample(object, { numRuns: SAMPLES / 2, seed: 7 }),
    ...fc.sample(any, { numRuns: SAMPLES / 2, seed: 8 }),
  ];
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
