import type { JsonObject, JsonSchema } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import type { References } from './references.ts';

/** Where a schema is used: what the API writes itself (`readOnly`) is no input, what it never shows is no output. */
export type SchemaUse = 'input' | 'output';

/** Keywords whose value is a schema, a list of schemas, or schemas by name. Every other kept keyword holds plain data. */
const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const BY_NAME = ['properties', 'patternProperties', 'dependentSchemas'];
const DATA = [
  'type',
  'enum',
  'const',
  'default',
  'title',
  'description',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
  'dependentRequired',
  'deprecated',
  'contentEncoding',
  'contentMediaType',
];
/** Thrown by a copy that has more schemas than allowed. */
export class SchemaTooLarge extends Error {}

/** Deeper than any real schema: a document made of shared objects could nest without end. */
const MAX_DEPTH = 100;

/**
 * Copies schemas out of a document, so that they stand alone: what they refer to is copied into `$defs`. Keywords that
 * only OpenAPI has (`xml`, `discriminator`, `x-…`) and examples are left out, because they cost a model tokens.
 */
export class StandaloneSchemas {
  readonly #references: References;
  readonly #use: SchemaUse;
  /** Reference → name in `$defs`. */
  readonly #names = new Map<string, string>();
  readonly #definitions: Record<string, unknown> = {};
  #left: number;

  /** `limit`: how many schemas may be copied. */
  constructor(references: References, use: SchemaUse, limit = Number.POSITIVE_INFINITY) {
    this.#references = references;
    this.#use = use;
    this.#left = limit;
  }

  /** The definitions that the copied schemas refer to, as a part of the schema that contains them. */
  get definitions(): { readonly $defs?: JsonSchema } {
    return this.#names.size > 0 ? { $defs: this.#definitions } : {};
  }

  copy(schema: unknown, depth = 0): unknown {
    this.#left -= 1;
    if (this.#left < 0) throw new SchemaTooLarge();
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema) || depth > MAX_DEPTH) return {};
    const copied: JsonObject = {};
    if (typeof schema['$ref'] === 'string') copied['$ref'] = this.#define(schema['$ref'], depth);
    for (const key of DATA) if (schema[key] !== undefined) copied[key] = schema[key];
    for (const key of ONE) if (schema[key] !== undefined) copied[key] = this.copy(schema[key], depth + 1);
    for (const key of LIST) {
      if (Array.isArray(schema[key])) copied[key] = schema[key].map((each: unknown) => this.copy(each, depth + 1));
    }
    for (const key of BY_NAME) if (isObject(schema[key])) copied[key] = this.#copyNamed(schema[key], depth);
    return this.#tidied(copied);
  }

  /** Whether a value can be sent or is answered at all in this use. */
  has(schema: unknown): boolean {
    const resolved = { ...this.#references.resolve(schema), ...(isObject(schema) ? schema : {}) };
    return resolved[this.#use === 'input' ? 'readOnly' : 'writeOnly'] !== true;
  }

  #copyNamed(schemas: JsonObject, depth: number): JsonObject {
    const kept = Object.entries(schemas).filter(([, schema]) => this.has(schema));
    return Object.fromEntries(kept.map(([name, schema]) => [name, this.copy(schema, depth + 1)]));
  }

  /** Removes what a copy no longer has from `required`, and a title where a description says more. */
  #tidied(schema: JsonObject): JsonObject {
    const { required, properties } = schema;
    if (schema['description'] !== undefined) delete schema['title'];
    if (!Array.isArray(required)) delete schema['required'];
    else if (isObject(properties)) {
      const kept = required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
      if (kept.length > 0) schema['required'] = kept;
      else delete schema['required'];
    }
    return schema;
  }

  #define(reference: string, depth: number): string {
    const known = this.#names.get(reference);
    if (known !== undefined) return `#/$defs/${known}`;
    const name = this.#nameFor(reference);
    this.#names.set(reference, name);
    const target = this.#references.target(reference);
    // Set before the copy is made: a schema may refer to itself.
    this.#definitions[name] = {};
    this.#definitions[name] = this.copy(target, depth + 1);
    return `#/$defs/${name}`;
  }

  /** The last part of the reference, in characters that need no escape in a JSON pointer. */
  #nameFor(reference: string): string {
    const base = (reference.split('/').at(-1) ?? '').replaceAll(/[^\w.-]+/g, '_').slice(0, 80) || 'Schema';
    const taken = new Set(this.#names.values());
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
    return name;
  }
}
