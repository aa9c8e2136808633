import type { JsonSchema } from '@foldout/core';

/** Steps that one validation may take. The largest of 4,079 public schemas takes some hundred for a typical input. */
const MAX_STEPS = 50_000;
/** Characters of `enum` and `const` that cost one step: the validator compares them, and copies them into its messages. */
const CHARS_PER_STEP = 100;

export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

let stepsLeft = 0;

/** Runs a validation with a fresh step budget. Throws `TooManySteps` if the schema is more expensive than that. */
export function withStepBudget<T>(validate: () => T): T {
  stepsLeft = MAX_STEPS;
  return validate();
}

/**
 * The validator reads `$recursiveAnchor` of a schema each time it visits that schema, and nothing else of ours runs inside
 * the validator: this getter is where visits are counted. References that fan out would make the visits exponential.
 */
class CountedSchema {
  readonly #cost: number;

  constructor(entries: readonly (readonly [string, unknown])[], cost: number) {
    this.#cost = cost;
    for (const [key, value] of entries) {
      // Not an assignment, because a schema may have a property named `__proto__`.
      Object.defineProperty(this, key, { value, enumerable: true, configurable: true, writable: true });
    }
  }

  get $recursiveAnchor(): undefined {
    stepsLeft -= this.#cost;
    if (stepsLeft < 0) throw new TooManySteps(`the schema takes more than ${MAX_STEPS} steps to check`);
    return undefined;
  }
}

/** Keywords that contain values, not schemas. */
const VERBATIM = new Set(['const', 'enum', 'default', 'examples', 'required']);

/** A copy of a schema that counts its visits, without the keywords that only the server itself checks. */
export function countedSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(countedSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema)
    .filter(([key, value]) => !isLeftToServer(key, value))
    .map(([key, value]) => [key, VERBATIM.has(key) ? value : countedSchema(value)] as const);
  return new CountedSchema(entries, costOf(schema as JsonSchema));
}

function costOf(schema: JsonSchema): number {
  const { enum: values, const: value, required, properties, prefixItems } = schema;
  const compared = [values, value].filter((part) => part !== undefined);
  const chars = compared.length === 0 ? 0 : (JSON.stringify(compared)?.length ?? 0);
  return 1 + sizeOf(values) + sizeOf(required) + sizeOf(properties) + sizeOf(prefixItems) + chars / CHARS_PER_STEP;
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/**
 * Whether to remove a keyword. An upstream's regular expression could block this process for minutes, each validator
 * interprets formats differently, the time for `uniqueItems` is quadratic, and nested `$id`s take exponential time to resolve.
 * The value is checked too: a property named `pattern` has a schema, not a string.
 */
function isLeftToServer(key: string, value: unknown): boolean {
  if (key === 'patternProperties') return typeof value === 'object';
  // An empty enum rejects every input: the server forgot to fill it.
  if (key === 'enum') return Array.isArray(value) && value.length === 0;
  if (key === 'uniqueItems' || key === '$recursiveAnchor') return typeof value === 'boolean';
  return ['pattern', 'format', '$id', 'id'].includes(key) && typeof value === 'string';
}
