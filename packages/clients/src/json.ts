/** An object of a parsed file, before any check. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object itself, or an empty one in place of any other value. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
