import { unsendableInArkType } from './arktype-parts.ts';
import {
  type CommandSchema,
  convertSchema,
  isZod4,
  type SchemaDirection,
  WRITTEN_BY_HAND,
  writesJsonSchema,
} from './command-schema.ts';
import { DefinitionError } from './definition-error.ts';
import { rootProblem, type UnsendablePart, unsendablePart } from './zod-parts.ts';

const JSON_SCHEMA_WORDS = ['type', 'properties', 'anyOf', 'oneOf', 'allOf', '$ref', '$schema', 'enum', 'const'];
const MAX_KEYS = 5;

/** Refuses a schema that cannot be converted to JSON Schema or cannot check a value. */
export function checkSchema(command: string, direction: SchemaDirection, schema: unknown): void {
  const which = `The ${direction} of command '${command}'`;
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) {
    throw new DefinitionError(`${which} is ${named(schema)}, not a schema. Write z.object({ … }), or leave it out.`);
  }
  if (isZod4(schema)) {
    checkZod(which, direction, schema);
    return;
  }
  const standard = (schema as { '~standard'?: { vendor?: unknown; validate?: unknown } })['~standard'];
  if (typeof standard?.validate !== 'function' || !writesJsonSchema(schema)) {
    throw new DefinitionError(`${which} ${wrongKind(schema, standard?.vendor)}`);
  }
  if (standard.vendor === 'arktype') refusePart(which, unsendableInArkType(schema, direction), 'arktype');
  checkConverted(which, schema, direction);
}

function checkZod(which: string, direction: SchemaDirection, schema: object): void {
  const root = direction === 'input' ? rootProblem(schema) : undefined;
  if (root) throw new DefinitionError(`${which} is ${root}. MCP inputs are objects: write z.object({ value: … }).`);
  refusePart(which, unsendablePart(schema, direction), 'zod');
}

function refusePart(which: string, part: UnsendablePart | undefined, vendor: 'zod' | 'arktype'): void {
  if (!part) return;
  const at = part.path ? ` at '${part.path}'` : '';
  const kind = /^[aeiou]/i.test(part.type) ? `an ${part.type}` : `a ${part.type}`;
  throw new DefinitionError(`${which} has ${kind}${at}, which JSON cannot carry. ${instead(part.type, vendor)}`);
}

function checkConverted(which: string, schema: CommandSchema, direction: SchemaDirection): void {
  let type: unknown;
  try {
    type = convertSchema(schema, direction)['type'];
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    throw new DefinitionError(
      schema['~standard'].vendor === WRITTEN_BY_HAND
        ? `${which} is no valid JSON Schema: ${reason}. Correct what is given to fromJsonSchema.`
        : `${which} cannot be converted to JSON Schema: ${reason} Use types that JSON has.`,
    );
  }
  if (direction === 'input' && type !== undefined && type !== 'object') {
    throw new DefinitionError(
      `${which} is of type ${JSON.stringify(type)}. MCP inputs are objects: put the value into a field.`,
    );
  }
}

function wrongKind(schema: object, vendor: unknown): string {
  if (vendor === 'zod' || '_def' in schema) {
    return "is a Zod 3 schema. Import z from 'zod/v4', or install Zod 4.";
  }
  if (vendor === 'valibot') {
    return 'is a Valibot schema without its JSON Schema. Write toStandardJsonSchema(schema), from @valibot/to-json-schema.';
  }
  if (typeof vendor === 'string') {
    return `is a schema of ${vendor}, which does not write JSON Schema. Use its Standard JSON Schema adapter, or Zod 4.`;
  }
  if (typeof schema === 'function') return 'is a function, not a schema. Write z.object({ … }).';
  const keys = Object.keys(schema);
  const shown = `{ ${keys.slice(0, MAX_KEYS).join(', ')}${keys.length > MAX_KEYS ? ', …' : ''} }`;
  if (Object.values(schema).some(isSchemaLike)) {
    return `is the plain object ${shown} with schemas inside. Write z.object(${shown}).`;
  }
  if (keys.some((key) => JSON_SCHEMA_WORDS.includes(key))) {
    return 'is JSON Schema without its wrapper. Write fromJsonSchema(schema), from @foldout/server.';
  }
  return `is the plain object ${shown}, not a schema. Write z.object({ … }), or leave it out.`;
}

function isSchemaLike(value: unknown): boolean {
  const isHolder = (typeof value === 'object' || typeof value === 'function') && value !== null;
  return isHolder && ('~standard' in value || '_def' in value || '_zod' in value);
}

/** What to write instead of a type, in each library. */
const INSTEAD: Readonly<Record<'zod' | 'arktype', Readonly<Record<string, string>>>> = {
  zod: {
    date: 'Write z.iso.datetime() (a text), or z.coerce.date() to make a Date of the text.',
    bigint: 'Write z.int(), or z.string() for larger numbers.',
    map: 'Write z.record(z.string(), …).',
    set: 'Write z.array(…).',
  },
  arktype: {
    date: "Write 'string.date.iso' (a text), or 'string.date.iso.parse' to make a Date of the text.",
    bigint: "Write 'number.integer', or 'string' for larger numbers.",
    map: "Write { '[string]': … }.",
    set: 'Write a list, such as string[].',
  },
};

function instead(type: string, vendor: 'zod' | 'arktype'): string {
  return INSTEAD[vendor][type] ?? 'Use a type that JSON has.';
}

function named(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return `${typeof value === 'object' ? 'an' : 'a'} ${typeof value} (${shortText(value)})`;
}

function shortText(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, 40);
  } catch {
    return String(value).slice(0, 40);
  }
}
