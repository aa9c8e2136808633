import type { FieldRule } from './client.ts';
import { asObject, type JsonObject } from './json.ts';

/** The same value under Foldout's name for the field. */
export function renamed(field: string): FieldRule {
  return (value) => ({ [field]: value });
}

/** Converts seconds to milliseconds, under Foldout's name for the field. */
export function secondsAs(field: string): FieldRule {
  return (value) => ({ [field]: typeof value === 'number' ? Math.round(value * 1000) : value });
}

/** `enabled: false` is `disabled: true`. A non-boolean value is kept, so that validation reports it. */
export const enabled: FieldRule = (value) => ({ disabled: typeof value === 'boolean' ? !value : value });

/** `${NAME}`, which Foldout replaces with the environment variable. */
export function variable(name: unknown): string {
  return `\${${String(name)}}`;
}

/** Header or field → the environment variable that holds its value. */
export function variables(names: unknown): JsonObject {
  return Object.fromEntries(Object.entries(asObject(names)).map(([field, name]) => [field, variable(name)]));
}
