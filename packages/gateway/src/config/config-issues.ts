import { findSimilarTools } from '@foldout/core';
import type { z } from 'zod';
import type { ConfigPath } from './config-problem.ts';
import { gatewayConfig } from './config-schema.ts';

export interface ConfigIssue {
  readonly path: ConfigPath;
  readonly message: string;
  /** A field that a client may well write and that can be passed over in its file. */
  readonly ignorable?: boolean;
}

type ZodIssue = z.core.$ZodIssue;

const NOUNS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  undefined: 'nothing',
};

/** A longer list of fields is for the documentation, not for an error. */
const MAX_NAMED = 12;

/** What the schema has against a value, in words for the person who wrote it; without the value itself. */
export function configIssues(value: unknown): ConfigIssue[] {
  const checked = gatewayConfig.safeParse(value, { reportInput: true, jitless: true });
  return checked.success ? [] : checked.error.issues.flatMap((issue) => describeIssue(issue, []));
}

function describeIssue(issue: ZodIssue, above: ConfigPath): ConfigIssue[] {
  const path = [...above, ...(issue.path as (string | number)[])];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...path, key], message: unknownField(key, path), ignorable: true }));
    case 'invalid_union':
      return describeUnion(issue, path);
    case 'invalid_key':
      return [{ path, message: issue.issues[0]?.message ?? 'this name cannot be used' }];
    case 'invalid_type': {
      if (issue.input === undefined) return [{ path, message: `is missing; expected ${noun(issue.expected)}` }];
      return [{ path, message: `expected ${noun(issue.expected)}, found ${kindOf(issue.input)}` }];
    }
    case 'invalid_value':
      return [{ path, message: `expected one of ${issue.values.map((one) => JSON.stringify(one)).join(', ')}` }];
    case 'too_small':
      return [{ path, message: size(issue, 'at least', issue.minimum) }];
    case 'too_big':
      return [{ path, message: size(issue, 'at most', issue.maximum) }];
    case 'invalid_format':
      return [
        {
          path,
          message: issue.format === 'url' ? 'expected an address that starts with http:// or https://' : issue.message,
        },
      ];
    default:
      return [{ path, message: issue.message }];
  }
}

/** The branch that came furthest is the one that was meant; where none did, all are named. */
function describeUnion(issue: ZodIssue & { code: 'invalid_union' }, path: ConfigPath): ConfigIssue[] {
  const meant = issue.errors.find((branch) => branch.some((one) => one.path.length > 0));
  if (meant) return meant.flatMap((one) => describeIssue(one, path));
  const expected = issue.errors.flat().map((one) => (one.code === 'invalid_type' ? noun(one.expected) : one.message));
  return [{ path, message: `expected ${[...new Set(expected)].join(' or ')}, found ${kindOf(issue.input)}` }];
}

function size(issue: ZodIssue & { code: 'too_small' | 'too_big' }, word: string, limit: number | bigint): string {
  const given = 'message' in issue && !/^Too (small|big)/.test(issue.message) ? issue.message : undefined;
  if (given) return given;
  if (issue.origin === 'string') return limit === 1 ? 'may not be empty' : `expected ${word} ${limit} characters`;
  return `expected ${word} ${limit}`;
}

function unknownField(key: string, path: ConfigPath): string {
  const known = fieldsAt(path);
  const [similar] = findSimilarTools(key, known, 1);
  if (similar) return `unknown field; did you mean "${similar}"?`;
  return known.length > MAX_NAMED ? 'unknown field' : `unknown field; expected ${known.join(', ')}`;
}

/** The fields that may stand in the object at this path. */
function fieldsAt(path: ConfigPath): string[] {
  let schema: unknown = gatewayConfig;
  for (const step of path) schema = into(unwrapped(schema), step);
  return Object.keys((unwrapped(schema) as { shape?: object } | undefined)?.shape ?? {}).filter(
    (key) => key !== '$schema',
  );
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
  const one = schema as AnySchema | undefined;
  if (one?.def?.type === 'optional') return unwrapped(one.def.innerType);
  if (one?.def?.type === 'union') return one.def.options?.map(unwrapped).find((option) => option?.shape);
  return one;
}

function noun(expected: string): string {
  return NOUNS[expected] ?? expected;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return 'true or false';
  return NOUNS[typeof value] ?? typeof value;
}
