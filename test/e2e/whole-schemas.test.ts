import { createMcpServer, type ToolStrategy } from '@foldout/server';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FixedSource, tool } from '../fixtures/tools.ts';
import { connectInProcess, type Data } from './clients.ts';

type Schema = Record<string, unknown>;

const NAMES = [
  'id',
  'name',
  'required',
  'schema',
  'type',
  'properties',
  'required_properties',
  '$ref',
  'constructor',
  'a b',
  'ü',
];
const name = fc.constantFrom(...NAMES);
const leaf = fc.constantFrom<unknown>(
  true,
  false,
  {},
  { type: 'string', format: 'date-time', minLength: 1, maxLength: 9, pattern: '^a"\\d+$' },
  { type: 'integer', minimum: 0, exclusiveMaximum: 10, multipleOf: 2, default: 4 },
  { type: ['string', 'null'], enum: ['a', null, ''], default: null },
  { const: { deep: [1, 'x'] } },
  { $ref: '#/$defs/node' },
  { type: 'array', items: { type: 'number' }, minItems: 1, maxItems: 3, uniqueItems: true },
  { type: 'object', required: true },
  { type: 'string', schema: 'a keyword that this product uses itself' },
  { type: 'object', required_properties: ['x'] },
  { description: 'A long text. '.repeat(40), examples: [{ a: 1 }], 'x-order': 3 },
);
const { schema } = fc.letrec<{ schema: unknown; object: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    leaf,
    leaf,
    tie('object'),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
  ),
  object: fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(name, tie('schema'), { maxKeys: 4 }),
      required: fc.uniqueArray(name, { maxLength: 3 }),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      $defs: fc.dictionary(fc.constantFrom('node', 'other'), tie('schema'), { maxKeys: 2 }),
      anyOf: fc.array(fc.record({ required: fc.array(name, { maxLength: 2 }) }), { minLength: 1, maxLength: 2 }),
      dependentRequired: fc.constant({ id: ['name'] }),
      description: fc.constant('What it is.'),
    },
    { requiredKeys: ['type', 'properties'] },
  ),
}));
const inputSchema = fc.record(
  {
    type: fc.constant('object' as const),
    properties: fc.dictionary(name, schema, { maxKeys: 5 }),
    required: fc.uniqueArray(name, { maxLength: 4 }),
    additionalProperties: fc.oneof(fc.boolean(), schema),
    $defs: fc.dictionary(fc.constantFrom('node', 'other'), schema, { maxKeys: 2 }),
    oneOf: fc.array(schema, { minLength: 1, maxLength: 2 }),
    if: schema,
    patternProperties: fc.dictionary(fc.constantFrom('^x-'), schema, { maxKeys: 1 }),
    title: fc.constant('Input'),
  },
  { requiredKeys: ['type', 'properties'] },
);

/** The schema behind a description, by the rules that the reference of the surfaces states. */
function schemaIn({ parameters, schema: rest = {} }: { parameters: Schema; schema?: Schema }): Schema {
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([key, entry]) => [key, parameterIn(entry as Schema)]),
  );
  const required = Object.keys(parameters).filter((key) => (parameters[key] as Schema)['required'] === true);
  const { required: others = [], ...keywords } = rest as { required?: string[] };
  return { type: 'object', properties, required: [...required, ...others], ...keywords };
}

function parameterIn({ required: _, ...entry }: Schema): unknown {
  if (Object.hasOwn(entry, 'schema')) return entry['schema'];
  const { required_properties: inner, ...rest } = entry;
  return inner === undefined ? rest : { ...rest, required: inner };
}

/** `required` is a set: its order says nothing, and an empty one is like none. */
function facts(value: Schema): Schema {
  const { required = [], ...rest } = value as { required?: string[] };
  return { ...rest, required: [...required].sort() };
}

async function described(toolStrategy: ToolStrategy, call: string, args: Schema, schema: Schema): Promise<Data[]> {
  const source = new FixedSource('up', [tool('subject', schema as never, { description: 'The subject of the test.' })]);
  const server = createMcpServer({ name: 's', version: '1', sources: [source], toolStrategy, log: () => {} });
  const client = await connectInProcess(server);
  try {
    const { result, text } = await client.call(call, args);
    if (typeof result.data !== 'string') return [result.data, JSON.parse(text)];
    // Too long for one answer: the rest is read with `afd-more`, through the dispatcher that the surface lists.
    let whole = result.data;
    for (let more = result.metadata?.['more'] as Data; more; ) {
      const input = { cursor: more.cursor };
      const next =
        toolStrategy === 'index'
          ? await client.call('afd-call', { command: 'afd-more', input })
          : await client.call('call_extended_tool', { tool_name: 'afd-more', arguments: input });
      whole += next.result.data;
      more = next.result.metadata?.['more'];
    }
    return [whole];
  } finally {
    await client.close();
    await server.stop();
  }
}

describe.each([
  ['index', 'get_tool_description', { tool_name: 'subject' }, (data: Data) => data],
  ['core', 'list_extended_tools', { query: 'subject', level: 'full' }, (data: Data) => data.tools[0]],
] as const)('under %s, %s', (strategy, call, args, entryOf) => {
  it('loses nothing of an input schema, in the structure and in the text', async () => {
    await fc.assert(
      fc.asyncProperty(inputSchema, async (schema) => {
        for (const data of await described(strategy, call, args, schema)) {
          expect(facts(schemaIn(entryOf(data)))).toEqual(facts(schema));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('loses nothing of a schema that is longer than one answer', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 600 }, (_, n) => [
        `field_${n}`,
        { type: 'object', required: [`x${n}`], description: 'word '.repeat(30) },
      ]),
    );
    const schema = { type: 'object', properties, additionalProperties: false };
    const [first] = await described(strategy, call, args, schema);
    expect(facts(schemaIn(entryOf(JSON.parse(first))))).toEqual(facts(schema));
  });

  it('shows a signature and the risk', async () => {
    const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
    const [data] = await described(strategy, call, args, schema);
    expect(entryOf(data)).toMatchObject({ signature: 'subject(id: string)', risk: 'read' });
  });
});
