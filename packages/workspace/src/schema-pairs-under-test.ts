import fc from 'fast-check';

/** A schema and a value that it accepts. */
export interface Pair {
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

/** Pairs of every form, the same ones on every run. */
export function schemaPairs(samples: number): Pair[] {
  return [
    ...fc.sample(object, { numRuns: samples / 2, seed: 7 }),
    ...fc.sample(any, { numRuns: samples / 2, seed: 8 }),
  ];
}
