import type { FieldRule } from './client.ts';
import { asObject, type JsonObject } from './json.ts';

/** A rule that copies the value unchanged into the Foldout field `field`. */
export function renamed(field: string): FieldRule {
  return (value) => ({ [field]: value });
}

/** A rule that converts seconds to milliseconds and writes them into the Foldout field `field`. */
export function secondsAs(field: string): FieldRule {
  return (value) => ({ [field]: typeof value === 'number' ? Math.round(value * 1000) : value });
}

/** `enabled: false` is `disabled: true`. A non-boolean value is kept, so that validation reports it. */
export const enabled: FieldRule = (value) => ({ disabled: typeof value === 'boolean' ? !value : value });

/** A placeholder `${NAME}`. Foldout replaces it with the value of the environment variable. */
export function variable(name: unknown): string {
  return `\${${String(name)}}`;
}

/** Turns `{ header: "NAME" }` into `{ header: "${NAME}" }`: each value is the name of an environment variable. */
export function variables(names: unknown): JsonObject {
  return Object.fromEntries(Object.entries(asObject(names)).map(([field, name]) => [field, variable(name)]));
}
