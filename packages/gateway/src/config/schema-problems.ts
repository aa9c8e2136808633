import { calculateSimilarity, findSimilarTools } from '@foldout/core';
import type { z } from 'zod';
import { isSecretName } from '../logging/secret-names.ts';
import { gatewayConfig } from './config-schema.ts';
import type { Advice, ConfigPath, FieldProblem } from './problem.ts';

type ZodIssue = z.core.$ZodIssue;

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  undefined: 'nothing',
};

/** A fix lists the known fields of an object only if there are at most this many. */
const MAX_NAMED = 14;
/** A text with at least this similarity to a valid value is a misspelling of it. */
const MISSPELLED = 0.6;
/** Fields of a server whose values may be secrets whatever their names. */
const SECRET_FIELDS: readonly unknown[] = ['args', 'env', 'headers', 'oauth'];

/** The problems that the schema finds. An unknown field is only a warning, because a client may use it. */
export function schemaProblems(value: unknown): FieldProblem[] {
  const checked = gatewayConfig.safeParse(value, { reportInput: true, jitless: true });
  return checked.success ? [] : checked.error.issues.flatMap((issue) => describeIssue(issue, []));
}

function describeIssue(issue: ZodIssue, above: ConfigPath): FieldProblem[] {
  const path = [...above, ...(issue.path as (string | number)[])];
  const error = (advice: Advice): FieldProblem[] => [{ severity: 'error', path, ...advice }];
  const found = `found ${shown(issue.input, path)}`;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ severity: 'warning', path: [...path, key], ...unknownField(key, path) }));
    case 'invalid_union':
      return describeUnion(issue, path);
    case 'invalid_key':
      return error(adviceOf(issue.issues[0]?.message ?? 'this name cannot be used; choose another name'));
    case 'invalid_type': {
      const fix = `write ${noun(issue.expected)}`;
      return error({ message: issue.input === undefined ? 'is missing' : found, fix });
    }
    case 'invalid_value': {
      return error({
        message: misspelled(issue.input, issue.values) ?? found,
        fix: `write one of ${issue.values.map((one) => JSON.stringify(one)).join(', ')}`,
      });
    }
    case 'too_small':
    case 'too_big':
      return error(wrongSize(issue, found));
    case 'invalid_format':
      if (issue.format !== 'url') return error(adviceOf(issue.message));
      return error({ message: 'is not a URL', fix: 'write a URL that starts with http:// or https://' });
    default:
      return error(adviceOf(issue.message));
  }
}

/** Names a text that is like one of the valid values. Any other text could be a secret in the wrong place. */
function misspelled(input: unknown, valid: readonly unknown[]): string | undefined {
  if (typeof input !== 'string') return undefined;
  const [similar = ''] = findSimilarTools(input, valid.map(String), 1);
  if (calculateSimilarity(input, similar) < MISSPELLED) return undefined;
  return `found ${JSON.stringify(input)}, did you mean ${JSON.stringify(similar)}?`;
}

/** Splits a message of the schema, which has the form `message; fix`. */
function adviceOf(text: string): Advice {
  const [message = text, fix] = text.split('; ');
  return { message, fix };
}

/** Reports the problems of the first branch that has one inside the value. If none has, the fix names every branch. */
function describeUnion(issue: ZodIssue & { code: 'invalid_union' }, path: ConfigPath): FieldProblem[] {
  const meant = issue.errors.find((branch) => branch.some((one) => one.path.length > 0));
  if (meant) return meant.flatMap((one) => describeIssue(one, path));
  const all = issue.errors.flat();
  const expected = all.map((one) => {
    if (one.code === 'invalid_value') return one.values.map((value) => JSON.stringify(value)).join(', ');
    return one.code === 'invalid_type' ? noun(one.expected) : one.message;
  });
  const values = all.flatMap((one) => (one.code === 'invalid_value' ? one.values : []));
  const message = misspelled(issue.input, values) ?? `found ${shown(issue.input, path)}`;
  return [{ severity: 'error', path, message, fix: `write ${[...new Set(expected)].join(' or ')}` }];
}

function wrongSize(issue: ZodIssue & { code: 'too_small' | 'too_big' }, found: string): Advice {
  const limit = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  if (issue.origin !== 'string') return { message: found, fix: `write ${limit}` };
  const fix = `write ${limit} ${limit.endsWith(' 1') ? 'character' : 'characters'}`;
  if (issue.input === '') return { message: 'is empty', fix };
  return { message: issue.code === 'too_small' ? 'is too short' : 'is too long', fix };
}

function unknownField(key: string, path: ConfigPath): Advice {
  const message = 'unknown field';
  const known = fieldsAt(path);
  const [similar] = findSimilarTools(key, known, 1);
  if (similar) return { message, fix: `did you mean "${similar}"?` };
  return { message, fix: known.length > MAX_NAMED ? 'remove it' : `the fields here are ${known.join(', ')}` };
}

/** The fields of the object at this path. */
function fieldsAt(path: ConfigPath): string[] {
  let schema: unknown = gatewayConfig;
  for (const step of path) schema = into(unwrapped(schema), step);
  return Object.keys(unwrapped(schema)?.shape ?? {}).filter((key) => key !== '$schema');
}

interface AnySchema {
  readonly def?: {
    readonly type: string;
    readonly innerType?: unknown;
    readonly options?: readonly unknown[];
    readonly valueType?: unknown;
    readonly element?: unknown;
  };
  readonly shape?: Readonly<Record<string, unknown>>;
}

function into(schema: AnySchema | undefined, step: string | number): unknown {
  if (schema?.def?.type === 'record') return schema.def.valueType;
  if (schema?.def?.type === 'array') return schema.def.element;
  return schema?.shape?.[step];
}

function unwrapped(schema: unknown): AnySchema | undefined {
  const known = schema as AnySchema | undefined;
  if (known?.def?.type === 'optional') return unwrapped(known.def.innerType);
  if (known?.def?.type === 'union') return known.def.options?.map(unwrapped).find((option) => option?.shape);
  return known;
}

function noun(expected: string): string {
  return NOUNS[expected] ?? expected;
}

/** Shows numbers and booleans outside of secret fields. Any string could be a secret, so only its type is shown. */
function shown(value: unknown, path: ConfigPath): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  const isSecret = path.some((step) => SECRET_FIELDS.includes(step) || isSecretName(String(step)));
  return isPlain && !isSecret ? String(value) : noun(typeof value);
}
