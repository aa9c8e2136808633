import type { CommandSchema, JsonObject, JsonSchema } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { type InputPlan, planInput } from './operation-input.ts';
import type { Operation } from './operations.ts';
import type { References } from './references.ts';
import { SchemaTooLarge, StandaloneSchemas } from './standalone-schema.ts';

/** A longer output schema costs an agent more than it is worth. */
const MAX_OUTPUT_CHARS = 4_000;
const MAX_OUTPUT_SCHEMAS = 150;

/** The input schema of an operation. Planned when it is first read: a document may have a thousand operations. */
export class OperationInput {
  readonly #operation: Operation;
  readonly #references: References;
  #plan: InputPlan | undefined;
  #check: CommandSchema | 'none' | undefined;

  constructor(operation: Operation, references: References) {
    this.#operation = operation;
    this.#references = references;
  }

  get plan(): InputPlan {
    this.#plan ??= planInput(this.#operation, this.#references);
    return this.#plan;
  }

  get schema(): CommandSchema {
    return writtenSchema(
      () => this.plan.schema,
      (value) => this.#validate(value),
    );
  }

  #validate(value: unknown) {
    this.#check ??= checkOf(this.plan.schema);
    return this.#check === 'none' ? { value } : this.#check['~standard'].validate(value);
  }
}

/** A schema that its validator cannot read accepts every input: the API checks it. */
function checkOf(schema: JsonSchema): CommandSchema | 'none' {
  try {
    return fromJsonSchema(withoutPatterns(schema) as JsonSchema);
  } catch {
    return 'none';
  }
}

/** A pattern of a document that somebody else wrote could run for minutes. The API checks its own patterns. */
function withoutPatterns(value: unknown, isName = false): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutPatterns(each));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => isName || !(key === 'patternProperties' || (key === 'pattern' && typeof inner === 'string')),
  );
  // The keys of `properties` and `$defs` are names, so a property named `pattern` stays.
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, withoutPatterns(inner, !isName && (key === 'properties' || key === '$defs'))]),
  );
}

/** The schema of a success, as documentation: an answer that differs from its document is still an answer. */
export function outputSchemaOf(operation: Operation, references: References): CommandSchema | undefined {
  const schema = successSchema(operation, references);
  if (!isObject(schema)) return undefined;
  const schemas = new StandaloneSchemas(references, 'output', MAX_OUTPUT_SCHEMAS);
  try {
    const written = { ...(schemas.copy(schema) as JsonObject), ...schemas.definitions };
    if (JSON.stringify(written).length > MAX_OUTPUT_CHARS) return undefined;
    return writtenSchema(
      () => written,
      (value) => ({ value }),
    );
  } catch (error) {
    if (error instanceof SchemaTooLarge) return undefined;
    throw error;
  }
}

function successSchema({ responses }: Operation, references: References): unknown {
  const status = Object.keys(responses).find((each) => /^2(\d\d|XX)$/i.test(each));
  const content = status === undefined ? undefined : references.resolve(responses[status])['content'];
  const [, media] = Object.entries(isObject(content) ? content : {}).find(([type]) => /json/i.test(type)) ?? [];
  return references.resolve(media)['schema'];
}

/** A schema with the vendor of `fromJsonSchema`: such a schema is listed as it is. */
function writtenSchema(write: () => JsonSchema, validate: (value: unknown) => unknown): CommandSchema {
  const jsonSchema = { input: write, output: write };
  return { '~standard': { version: 1, vendor: 'mcp', validate, jsonSchema } } as CommandSchema;
}
