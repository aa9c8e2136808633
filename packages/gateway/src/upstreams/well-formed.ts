import type { JsonObject } from '@foldout/core';
import { inSlices, isObject, own } from '@foldout/core/internal';
import type { ListKind } from './lists.ts';
import { loadSdk, type Sdk } from './sdk.ts';

type Schema = Sdk['specTypeSchemas']['Prompt' | 'Resource' | 'ResourceTemplate'];

const NAME_KEYS: Readonly<Record<ListKind, string>> = {
  tools: 'name',
  prompts: 'name',
  resources: 'uri',
  resourceTemplates: 'uriTemplate',
  skills: 'uri',
};
const MAX_SHOWN = 80;

/**
 * The entries of a list that a strict client accepts. Definitions of prompts, resources and templates are passed on to
 * clients as they are, and one that is malformed would make a client refuse the lists of all servers. Tools are only
 * checked to be objects here: their lists are written from checked parts.
 */
export async function wellFormed(
  kind: ListKind,
  entries: readonly unknown[],
  onWarning: (message: string) => void,
): Promise<JsonObject[]> {
  const schema = await schemaOf(kind);
  const dropped: string[] = [];
  const kept: JsonObject[] = [];
  await inSlices(entries.entries(), ([index, entry]) => {
    const problem = isObject(entry) ? (problemWith(entry, schema) ?? problemOf(kind, entry)) : 'it is not an object';
    if (isObject(entry) && problem === undefined) kept.push(entry);
    else dropped.push(`${nameOf(kind, entry, index)}: ${problem}`);
  });
  if (dropped.length > 0) {
    onWarning(`has ${dropped.length} malformed ${kind}; they are left out (the first: ${dropped[0]})`);
  }
  return kept;
}

async function schemaOf(kind: ListKind): Promise<Schema | undefined> {
  if (kind === 'tools' || kind === 'skills') return undefined;
  const { specTypeSchemas } = await loadSdk();
  if (kind === 'prompts') return specTypeSchemas.Prompt;
  return kind === 'resources' ? specTypeSchemas.Resource : specTypeSchemas.ResourceTemplate;
}

function problemWith(entry: JsonObject, schema: Schema | undefined): string | undefined {
  const checked = schema?.['~standard'].validate(entry);
  if (!checked || !('issues' in checked) || !checked.issues) return undefined;
  const [issue] = checked.issues;
  return `${issue?.path?.map(String).join('.').slice(0, MAX_SHOWN)}: ${issue?.message.slice(0, MAX_SHOWN)}`;
}

/** The SDK has no schema for a skill (SEP-2640) outside of its extension. */
function problemOf(kind: ListKind, { uri, frontmatter }: JsonObject): string | undefined {
  if (kind !== 'skills') return undefined;
  if (typeof uri !== 'string') return 'uri: expected a text';
  const isNamed = ['name', 'description'].every((field) => typeof own(frontmatter, field) === 'string');
  return isNamed ? undefined : 'frontmatter: expected a name and a description';
}

function nameOf(kind: ListKind, entry: unknown, index: number): string {
  const name = isObject(entry) ? entry[NAME_KEYS[kind]] : undefined;
  return typeof name === 'string' && name !== '' ? JSON.stringify(name.slice(0, MAX_SHOWN)) : `number ${index + 1}`;
}
