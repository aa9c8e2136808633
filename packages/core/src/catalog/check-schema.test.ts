import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as z3 from 'zod/v3';
import { command } from '../../../../test/fixtures/tools.ts';
import { toolOfCommand } from './command-tool.ts';
import { DefinitionError } from './definition-error.ts';

const accept = (input: unknown) => toolOfCommand(command('order-get', { input: input as never }), 'shop');
const standardOnly = (vendor: string) => ({ '~standard': { version: 1, vendor, validate: () => ({ value: 1 }) } });
const writing = (write: () => unknown) => ({
  '~standard': {
    version: 1,
    vendor: 'own',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: write, output: write },
  },
});

describe('the schema of a command', () => {
  it.each<[string, unknown, RegExp]>([
    ['Zod 3', z3.object({ id: z3.string() }), /is a Zod 3 schema\. Import z from 'zod\/v4'/],
    ['a raw shape', { id: z.string() }, /plain object \{ id \} with schemas inside\. Write z\.object/],
    ['plain JSON Schema', { type: 'object', properties: {} }, /JSON Schema without its wrapper\. Write fromJsonSchema/],
    ['Valibot without its adapter', standardOnly('valibot'), /toStandardJsonSchema\(schema\)/],
    ['another library', standardOnly('yup'), /is a schema of yup/],
    ['a plain object', { hello: 1 }, /the plain object \{ hello \}, not a schema/],
    ['a function', () => z.object({}), /is a function/],
    ['null', null, /is null, not a schema/],
    ['a text', 'string', /is a string \("string"\), not a schema/],
    ['a text schema', z.string(), /is a string\. MCP inputs are objects/],
    ['a list schema', z.array(z.string()).optional(), /is an array\. MCP inputs are objects/],
    ['a union of texts', z.union([z.string(), z.number()]), /is a string or a number\./],
    ['a date', z.object({ at: z.object({ day: z.date() }) }), /has a date at 'at\.day'.*z\.iso\.datetime\(\)/],
    ['an optional list of dates', z.object({ days: z.array(z.date()).optional() }), /has a date at 'days\.\[\]'/],
    ['a big integer', z.object({ size: z.bigint() }), /has a bigint at 'size'/],
    ['a map', z.object({ map: z.map(z.string(), z.string()) }), /has a map at 'map'.*z\.record/],
    ['an object of a class', z.object({ file: z.instanceof(Uint8Array) }), /has an Uint8Array object at 'file'/],
    ['a date of ArkType', type({ at: { day: 'Date' } }), /has a date at 'at\.day'.*'string\.date\.iso'/],
    [
      'a list of big integers of ArkType',
      type({ 'ids?': 'bigint[]' }),
      /has a bigint at 'ids\.\[\]'.*'number\.integer'/,
    ],
    ['a tuple with a map of ArkType', type({ pair: ['string', 'Map'] }), /has a map at 'pair\.\[\]'/],
    ['a record of dates of ArkType', type({ '[string]': 'Date' }), /has a date, which/],
    ['a union of ArkType that no JSON fits', type({ at: 'Date | bigint' }), /has a date at 'at'|has a bigint at 'at'/],
    ['a date of Valibot', toStandardJsonSchema(v.object({ at: v.date() })), /"date" schema cannot be converted/],
    [
      'a converter that throws',
      writing(() => {
        throw new Error('No date here.');
      }),
      /converted to JSON Schema: No date here\./,
    ],
    ['a converter to a list', writing(() => ({ type: 'array' })), /is of type "array"/],
    ['a converter to nothing', writing(() => undefined), /wrote undefined instead of an object/],
    ['JSON that cannot be sent', writing(() => ({ type: 'object', default: 1n })), /BigInt/],
  ])('is refused with what to write instead: %s', (_kind, input, message) => {
    expect(() => accept(input)).toThrow(DefinitionError);
    expect(() => accept(input)).toThrow(message);
    expect(() => accept(input)).toThrow("The input of command 'order-get'");
  });

  it('may turn a text into a date', () => {
    expect(() =>
      accept(z.object({ at: z.coerce.date(), on: z.string().transform((day) => new Date(day)) })),
    ).not.toThrow();
  });

  it('may have an option that only callers in the same process can use', () => {
    expect(() => accept(z.object({ at: z.union([z.string(), z.date()]) }))).not.toThrow();
    expect(() => accept(type({ at: 'string | Date', day: 'string.date.iso.parse' }))).not.toThrow();
  });

  it('may have checks of Valibot that JSON Schema cannot express: they are left out of the listed schema', () => {
    const input = toStandardJsonSchema(
      v.pipe(
        v.object({
          code: v.pipe(
            v.string(),
            v.minLength(2),
            v.check((code) => code !== 'no', 'Not this one'),
          ),
          again: v.pipe(v.string(), v.regex(/^[a-z]+$/i)),
          day: v.pipe(v.string(), v.regex(/^\d+$/)),
        }),
        v.forward(
          v.partialCheck([['code'], ['again']], ({ code, again }) => code === again, 'The codes differ'),
          ['again'],
        ),
      ),
    );
    expect(accept(input).inputSchema).toEqual({
      type: 'object',
      properties: {
        code: { type: 'string', minLength: 2 },
        again: { type: 'string' },
        day: { type: 'string', pattern: '^\\d+$' },
      },
      required: ['code', 'again', 'day'],
    });
  });

  it('may refer to itself, and to a schema that is defined later', () => {
    const node = z.object({
      name: z.string(),
      get children() {
        return z.array(node);
      },
      later: z.lazy(() => undefined as never),
    });
    expect(() => accept(node)).not.toThrow();
  });

  it('may be of an early Zod 4, which cannot write JSON Schema itself, and keeps its descriptions', async () => {
    const schema = z.object({ id: z.string().describe('the order') });
    const { version, vendor, validate } = schema['~standard'];
    const early = Object.create(schema, { '~standard': { value: { version, vendor, validate } } });
    expect(accept(early).inputSchema).toMatchObject({
      type: 'object',
      properties: { id: { type: 'string', description: 'the order' } },
      required: ['id'],
    });
  });

  it('accepts any object if a lazy part cannot be converted, and fails no list', () => {
    const broken = z.object({
      part: z.lazy(() => {
        throw new Error('not defined');
      }),
    });
    expect(accept(broken).inputSchema).toEqual({ type: 'object' });
  });

  it('is checked for the output too', () => {
    const output = z.object({ at: z.date() });
    expect(() => command('order-get', { output })).toThrow(/^The output of command 'order-get' has a date at 'at'/);
    expect(() => command('order-get', { output: z.array(z.string()) })).not.toThrow();
  });
});
