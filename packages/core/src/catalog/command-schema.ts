import type { StandardSchemaV1 } from '@standard-schema/spec';
import { z } from 'zod';
import { isObject, type JsonSchema } from './json.ts';

type WriteSchema = (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;

interface WritesJsonSchema {
  readonly '~standard': { readonly jsonSchema: { readonly input: WriteSchema; readonly output: WriteSchema } };
}

/** Schemas of `zod/v4` in Zod 3.25 and of Zod 4.0 and 4.1: they cannot write JSON Schema, but Zod 4.2 can read them. */
interface EarlyZod4 {
  readonly _zod: { readonly def: { readonly type: string } };
}

/**
 * Any schema that implements Standard Schema and Standard JSON Schema: Zod 4 (also `zod/v4` of Zod 3.25), ArkType,
 * Valibot with its adapter, or JSON Schema through `fromJsonSchema`. Only the draft 2020-12 dialect is used.
 */
export type CommandSchema = StandardSchemaV1 & (WritesJsonSchema | EarlyZod4);

export type SchemaDirection = 'input' | 'output';

/** By default, Zod throws on types that JSON Schema cannot express, such as a map: one such field would fail every list. */
const CONVERSION = { target: 'draft-2020-12', libraryOptions: { unrepresentable: 'any' } } as const;
/**
 * By default, Valibot throws on actions that JSON Schema cannot express, such as `check` or a regular expression with flags.
 * Valibot itself checks them; the listed schema leaves them out. Types that JSON cannot carry still throw.
 */
const VALIBOT_CONVERSION = {
  target: 'draft-2020-12',
  libraryOptions: { overrideAction: withoutInexpressible },
} as const;
/** Vendor name of `fromJsonSchema` in the MCP SDK. The command's author wrote that schema, so it is listed unchanged. */
export const WRITTEN_BY_HAND = 'mcp';
const converted = new WeakMap<CommandSchema, { input?: JsonSchema; output?: JsonSchema }>();

/** The JSON Schema of a schema, converted once per schema object. Throws what the schema library throws. */
export function convertSchema(schema: CommandSchema, direction: SchemaDirection): JsonSchema {
  const known = converted.get(schema) ?? {};
  converted.set(schema, known);
  known[direction] ??= write(schema, direction);
  return known[direction];
}

/** Like `convertSchema`. A schema that its library cannot convert accepts any object, and fails nothing else. */
export function convertOrAny(schema: CommandSchema, direction: SchemaDirection): JsonSchema {
  try {
    return convertSchema(schema, direction);
  } catch {
    return ANY_OBJECT;
  }
}

const ANY_OBJECT: JsonSchema = { type: 'object' };

function isHandWritten(schema: CommandSchema): boolean {
  return schema['~standard'].vendor === WRITTEN_BY_HAND;
}

export function writesJsonSchema(schema: object): schema is StandardSchemaV1 & WritesJsonSchema {
  const writers = (schema as Partial<WritesJsonSchema>)['~standard']?.jsonSchema;
  return typeof writers?.input === 'function' && typeof writers.output === 'function';
}

export function isZod4(schema: object): schema is StandardSchemaV1 & EarlyZod4 {
  return typeof (schema as Partial<EarlyZod4>)._zod?.def?.type === 'string';
}

function write(schema: CommandSchema, direction: SchemaDirection): JsonSchema {
  const written = writesJsonSchema(schema)
    ? schema['~standard'].jsonSchema[direction](
        schema['~standard'].vendor === 'valibot' ? VALIBOT_CONVERSION : CONVERSION,
      )
    : writtenByZod(schema as z.ZodType, direction);
  if (!isObject(written)) throw new TypeError(`its library wrote ${String(written)} instead of an object.`);
  // Throws for a schema that JSON cannot represent: sent in a list, it would fail the whole list.
  JSON.stringify(written);
  return isHandWritten(schema) ? written : withoutDialect(written);
}

interface ValibotAction {
  readonly valibotAction: { readonly type: string; readonly requirement?: unknown };
  readonly jsonSchema: Record<string, unknown>;
  readonly errors?: readonly string[];
}

function withoutInexpressible({ valibotAction, jsonSchema, errors }: ValibotAction) {
  if (!errors) return undefined;
  const { pattern, ...rest } = jsonSchema;
  const { requirement } = valibotAction;
  // A pattern without its flags would refuse what the schema accepts.
  return requirement instanceof RegExp && requirement.flags && pattern === requirement.source ? rest : jsonSchema;
}

/** An early Zod 4 has its own registry of descriptions, which only the schema itself can read. */
function writtenByZod(schema: z.ZodType, io: SchemaDirection): Record<string, unknown> {
  const metadata = { get: (each: z.ZodType) => each.meta?.(), has: () => true } as unknown as typeof z.globalRegistry;
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata });
}

/** Removes `$schema`: it names the default dialect of MCP and costs tokens in every list. */
function withoutDialect({ $schema: _dialect, ...schema }: Record<string, unknown>): JsonSchema {
  return schema;
}
