import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { JsonObject, JsonSchema, Validated, ValidationIssue } from '@foldout/core';
import { NOT_A_FIELD } from '@foldout/core/internal';
import { countedSchema, TooManySteps, withStepBudget } from './counted-schema.ts';

/** One validator per schema object, built by the first call. Undefined for a broken or too expensive schema. */
const validators = new WeakMap<JsonSchema, Validator | undefined>();

/**
 * Validates an input against the schema of an upstream's tool. A broken schema, or one that takes too many steps, accepts
 * everything: the upstream validates the input itself.
 */
export function checkInput(schema: JsonSchema, input: JsonObject): Validated {
  if (!validators.has(schema)) validators.set(schema, validatorOf(schema));
  const validator = validators.get(schema);
  if (!validator) return { valid: true, value: input };
  const errors = errorsOf(schema, validator, input);
  if (errors.length === 0) return { valid: true, value: input };
  return { valid: false, issues: errors.filter(({ keyword }) => !WRAPPER_KEYWORDS.has(keyword)).map(toIssue) };
}

function errorsOf(schema: JsonSchema, validator: Validator, input: JsonObject): readonly OutputUnit[] {
  try {
    return withStepBudget(() => validator.validate(input).errors);
  } catch (error) {
    // The next call would spend the whole budget again.
    if (error instanceof TooManySteps) validators.set(schema, undefined);
    // A dangling or circular $ref throws only when an input reaches it.
    return [];
  }
}

/** Keywords whose errors only repeat that a nested keyword failed. */
const WRAPPER_KEYWORDS = new Set([
  'properties',
  'items',
  '$ref',
  'allOf',
  'additionalItems',
  'prefixItems',
  'additionalProperties',
]);

function toIssue({ keyword, instanceLocation, error }: OutputUnit): ValidationIssue {
  const path = instanceLocation
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  // The validator reports a missing field at its parent, with the name of the field only in the message.
  const [, missing] =
    (keyword === 'required' && /^Instance does not have required property "(.*)"\.$/s.exec(error)) || [];
  if (missing !== undefined) return { path: [...path, missing], message: 'is missing' };
  if (keyword === 'false') return { path, message: NOT_A_FIELD };
  return { path, message: withoutPeriod(error).slice(0, 300) };
}

/** The message becomes part of a sentence. */
function withoutPeriod(message: string): string {
  return message.replace(/\.$/, '');
}

function validatorOf(schema: JsonSchema): Validator | undefined {
  try {
    return new Validator(countedSchema(schema) as Schema, dialectOf(schema), false);
  } catch {
    // A broken schema is not an error: the upstream validates the input itself.
    return undefined;
  }
}

/** Tuples are written `items: [...]` up to 2019-09, and `prefixItems` since. */
function dialectOf(schema: JsonSchema): '2019-09' | '2020-12' {
  return JSON.stringify(schema).includes('"prefixItems"') ? '2020-12' : '2019-09';
}
