export type JsonObject = { [key: string]: unknown };

/** A JSON Schema, as data. What an upstream calls a schema may be anything, so nothing is assumed. */
export type JsonSchema = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an own property only, so that `__proto__` and `constructor` are never found. */
export function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as JsonObject)[key]
    : undefined;
}

/** JSON with keys in a fixed order: equal values give equal text on every machine. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (!isObject(inner)) return inner;
    const sorted: JsonObject = Object.create(null);
    for (const key of Object.keys(inner).sort()) sorted[key] = inner[key];
    return sorted;
  });
}
