import type { FieldRule, UnsupportedField } from './client.ts';
import { CLIENTS } from './client-table.ts';
import { other } from './clients/other.ts';
import type { JsonObject } from './json.ts';

export interface TranslatedServer {
  /** The server in Foldout's fields, not yet checked. */
  readonly server: JsonObject;
  /** Foldout's field → the field of the file that it comes from. */
  readonly origins: ReadonlyMap<string, string>;
  /** Fields that were left out and change how the server behaves. */
  readonly warnings: readonly ({ readonly field: string } & UnsupportedField)[];
}

// Users copy entries from one client's file into another's, so every entry is read by the rules of all clients.
const ENTRIES = [...CLIENTS, other].flatMap(({ entry }) => (entry ? [entry] : []));
const FIELDS = ENTRIES.flatMap(({ fields = {} }): [string, FieldRule][] => Object.entries(fields));
const FORMS = ENTRIES.flatMap(({ forms = {} }): [string, FieldRule][] => Object.entries(forms));
const IGNORED = new Set(ENTRIES.flatMap(({ ignored = [] }) => ignored));
const UNSUPPORTED = new Map(ENTRIES.flatMap(({ unsupported = {} }) => Object.entries(unsupported)));
const CLIENT_FIELDS = new Set(FIELDS.map(([field]) => field));

/** Foldout fields that rules merge from several client fields, so the client fields add to a value in the file. */
const COMBINED = new Set(['headers', 'env']);

/** Reads one server in the fields of any client, so that no file has to be rewritten for Foldout. */
export function translateServer(raw: JsonObject): TranslatedServer {
  const server: Record<string, unknown> = {};
  const origins = new Map<string, string>();
  const warnings: TranslatedServer['warnings'][number][] = [];
  const take = (fields: JsonObject, from: string): void => {
    for (const [field, value] of Object.entries(fields)) {
      // A field that the file has under Foldout's own name overrides a translated one.
      if (field !== from && Object.hasOwn(raw, field) && !COMBINED.has(field)) continue;
      server[field] = value;
      if (field !== from) origins.set(field, from);
    }
  };
  for (const [field, value] of Object.entries(raw)) {
    const unsupported = UNSUPPORTED.get(field);
    if (unsupported) warnings.push({ field, ...unsupported });
    else if (!IGNORED.has(field) && !CLIENT_FIELDS.has(field)) {
      take(firstOf(FORMS, field, value, raw) ?? { [field]: value }, field);
    }
  }
  for (const [field, rule] of FIELDS) {
    if (Object.hasOwn(raw, field)) take(rule(raw[field], raw) ?? {}, field);
  }
  return { server, origins, warnings };
}

function firstOf(rules: typeof FORMS, field: string, value: unknown, raw: JsonObject): JsonObject | undefined {
  for (const [name, rule] of rules) {
    const fields = name === field ? rule(value, raw) : undefined;
    if (fields) return fields;
  }
  return undefined;
}
