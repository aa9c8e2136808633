import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, isObject } from './json.ts';
import { TOOL_DEFAULTS, type Tool } from './tool.ts';

/** Enough to tell one version of a schema from the next, short enough to send to a model. */
const SHORT = 8;

const toolHashes = new WeakMap<Tool, string>();
const definitionHashes = new WeakMap<Tool, string>();
const schemaHashes = new WeakMap<object, string>();

export function contentHash(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}

type InDefinition = 'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations';

/** What a tool tells a model about itself: its names, its description, its schemas and its annotations. */
export function definitionHash(tool: Tool): string {
  const known = definitionHashes.get(tool);
  if (known) return known;
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const hash = contentHash({ name, title, description, inputSchema, outputSchema, annotations });
  definitionHashes.set(tool, hash);
  return hash;
}

/** For a tool whose definition was hashed before: its schemas need not be read to hash it. */
export function recallDefinitionHash(tool: Tool, hash: string): void {
  definitionHashes.set(tool, hash);
}

/** Everything that a caller can see of a tool. Computed when first asked for, and once. */
export function toolHash(tool: Tool): string {
  const known = toolHashes.get(tool);
  if (known) return known;
  const hash = bytesToHex(sha256(utf8ToBytes(definitionHash(tool) + besidesDefinition(tool))));
  toolHashes.set(tool, hash);
  return hash;
}

/** In a fixed order, and complete: a field that is missing here does not compile. */
const BESIDES = Object.keys({
  aliases: 0,
  alwaysAvailable: 0,
  category: 0,
  confirmPrompt: 0,
  contexts: 0,
  core: 0,
  deprecated: 0,
  deprecationMessage: 0,
  destructive: 0,
  enabled: 0,
  errors: 0,
  examples: 0,
  executionTime: 0,
  expose: 0,
  handoff: 0,
  handoffProtocol: 0,
  id: 0,
  mutation: 0,
  relatedTools: 0,
  requires: 0,
  server: 0,
  summary: 0,
  tags: 0,
  version: 0,
} satisfies Record<Exclude<keyof Tool, InDefinition>, 0>) as readonly Exclude<keyof Tool, InDefinition>[];

/** What else is known of a tool, as far as it is out of the ordinary: hashing 4,000 tools is on the path of a start. */
function besidesDefinition(tool: Tool): string {
  let text = '';
  for (const key of BESIDES) {
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

/** Changes when the input schema does: an agent that holds it need not read the schema again. */
export function schemaHash(tool: Tool): string {
  const known = schemaHashes.get(tool.inputSchema);
  if (known) return known;
  const hash = contentHash(tool.inputSchema).slice(0, SHORT);
  schemaHashes.set(tool.inputSchema, hash);
  return hash;
}
