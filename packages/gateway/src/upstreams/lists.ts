import type { JsonObject } from '@foldout/core';
import { stepsInSlices } from '@foldout/core/internal';
import { ServerError } from './wire.ts';

export type ListKind = 'tools' | 'prompts' | 'resources' | 'resourceTemplates' | 'skills';

interface List {
  readonly method: string;
  /** The capability that announces it. */
  readonly capability?: string;
  /** The same for a list of an extension. */
  readonly extension?: string;
}

export const LISTS: Readonly<Record<ListKind, List>> = {
  tools: { method: 'tools/list', capability: 'tools' },
  prompts: { method: 'prompts/list', capability: 'prompts' },
  resources: { method: 'resources/list', capability: 'resources' },
  resourceTemplates: { method: 'resources/templates/list', capability: 'resources' },
  skills: { method: 'skills/list', extension: 'io.modelcontextprotocol/skills' },
};

export const LIST_KINDS = Object.keys(LISTS) as readonly ListKind[];

/** Protects the memory from a broken or hostile server. */
const LIST_LIMITS = { pages: 200, entries: 20_000, characters: 64_000_000 } as const;

const METHOD_NOT_FOUND = -32601;

export type Ask = (method: string, params: JsonObject) => Promise<JsonObject>;

/** Reads all pages of one list. A server that announces a list but does not know the method has an empty one. */
export async function readList(kind: ListKind, ask: Ask, onWarning: (message: string) => void): Promise<unknown[]> {
  const { method } = LISTS[kind];
  const entries: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  let characters = 0;
  for (let page = 0; page < LIST_LIMITS.pages; page += 1) {
    const result = await readPage(ask, method, cursor);
    const found = result[kind];
    if (!Array.isArray(found)) {
      if (page === 0 && found !== undefined) onWarning(`answers ${method}, but '${kind}' is not an array`);
      return entries;
    }
    characters = await stepsInSlices(addWithin(LIST_LIMITS.characters, entries, found, characters));
    if (characters > LIST_LIMITS.characters) {
      onWarning(`lists ${kind} of more than ${LIST_LIMITS.characters} characters; the rest is ignored`);
      return entries;
    }
    if (entries.length > LIST_LIMITS.entries) {
      onWarning(`lists more than ${LIST_LIMITS.entries} ${kind}; the rest is ignored`);
      return entries.slice(0, LIST_LIMITS.entries);
    }
    const next = result['nextCursor'];
    if (typeof next !== 'string' || next === '') return entries;
    if (seen.has(next)) {
      onWarning(`answers ${method} with the same cursor twice; the rest is ignored`);
      return entries;
    }
    seen.add(next);
    cursor = next;
  }
  onWarning(`has more than ${LIST_LIMITS.pages} pages of ${method}; the rest is ignored`);
  return entries;
}

/** Adds entries until they have more than `most` characters. Returns the characters, those of the first entry over the limit included. */
function* addWithin(
  most: number,
  entries: unknown[],
  found: readonly unknown[],
  from: number,
): Generator<void, number> {
  let characters = from;
  for (const entry of found) {
    yield;
    characters += jsonLength(entry);
    if (characters > most) return characters;
    entries.push(entry);
  }
  return characters;
}

async function readPage(ask: Ask, method: string, cursor: string | undefined): Promise<JsonObject> {
  try {
    return await ask(method, cursor === undefined ? {} : { cursor });
  } catch (error) {
    if (error instanceof ServerError && error.code === METHOD_NOT_FOUND) return {};
    throw error;
  }
}

/** An upper bound of the memory is enough, so that a list need not be written as JSON to be measured. */
function jsonLength(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  let length = 2;
  for (const [key, inner] of Object.entries(value)) length += key.length + 4 + jsonLength(inner);
  return length;
}
