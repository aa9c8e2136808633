import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, isObject } from './json.ts';
import { TOOL_DEFAULTS, type Tool } from './tool.ts';

/** Length of a schema hash: it distinguishes versions of a schema and costs a model few tokens. */
const SCHEMA_HASH_LENGTH = 8;

const toolHashes = new WeakMap<Tool, string>();
const definitionHashes = new WeakMap<Tool, string>();
const schemaHashes = new WeakMap<object, string>();

export function contentHash(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}

type InDefinition = 'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations';

/** Hash of the tool definition that a model reads: name, title, description, schemas and annotations. */
export function definitionHash(tool: Tool): string {
  const known = definitionHashes.get(tool);
  if (known) return known;
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const hash = contentHash({ name, title, description, inputSchema, outputSchema, annotations });
  definitionHashes.set(tool, hash);
  return hash;
}

/** Sets the hash that an earlier run computed, so that the definition need not be parsed to hash it. */
export function rememberDefinitionHash(tool: Tool, hash: string): void {
  definitionHashes.set(tool, hash);
}

/** Hash of every field of a tool. Computed once per tool object. */
export function toolHash(tool: Tool): string {
  const known = toolHashes.get(tool);
  if (known) return known;
  const hash = bytesToHex(sha256(utf8ToBytes(definitionHash(tool) + otherFields(tool))));
  toolHashes.set(tool, hash);
  return hash;
}

/** The fields of a tool outside its definition, in a fixed order. A field that is missing here is a compile error. */
const OTHER_FIELDS = Object.keys({
  aliases: 0,
  alwaysAvailable: 0,
  app: 0,
  category: 0,
  confirmPrompt: 0,
  contexts: 0,
  core: 0,
  deprecated: 0,
  deprecationMessage: 0,
  destructive: 0,
  effects: 0,
  enabled: 0,
  errors: 0,
  examples: 0,
  executionTime: 0,
  expose: 0,
  handoff: 0,
  handoffProtocol: 0,
  id: 0,
  kind: 0,
  mutation: 0,
  relatedTools: 0,
  requires: 0,
  server: 0,
  summary: 0,
  tags: 0,
  version: 0,
} satisfies Record<Exclude<keyof Tool, InDefinition>, 0>) as readonly Exclude<keyof Tool, InDefinition>[];

/** Fields outside the definition that differ from the defaults. Skipping defaults keeps hashing 4,000 tools fast. */
function otherFields(tool: Tool): string {
  let text = '';
  for (const key of OTHER_FIELDS) {
    const value = tool[key];
    if (isDefault(value, (TOOL_DEFAULTS as Partial<Tool>)[key])) continue;
    text += `\n${key} ${typeof value === 'object' ? canonicalJson(value) : JSON.stringify(value)}`;
  }
  return text;
}

function isDefault(value: unknown, usual: unknown): boolean {
  if (value === undefined || value === usual) return true;
  if (Array.isArray(usual)) return Array.isArray(value) && value.length === 0;
  return isObject(usual) && canonicalJson(value) === canonicalJson(usual);
}

/** Hash of the input schema. An agent that has seen this hash need not read the schema again. */
export function schemaHash(tool: Tool): string {
  const known = schemaHashes.get(tool.inputSchema);
  if (known) return known;
  const hash = contentHash(tool.inputSchema).slice(0, SCHEMA_HASH_LENGTH);
  schemaHashes.set(tool.inputSchema, hash);
  return hash;
}
