import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './json.ts';
import type { Tool } from './tool.ts';

/** Enough to tell one version of a schema from the next, short enough to send to a model. */
const SHORT = 8;

const toolHashes = new WeakMap<Tool, string>();
const schemaHashes = new WeakMap<object, string>();

export function contentHash(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(value))));
}

/** Everything that a caller can see of a tool. Computed when first asked for, and once. */
export function toolHash(tool: Tool): string {
  const known = toolHashes.get(tool);
  if (known) return known;
  const hash = contentHash(tool);
  toolHashes.set(tool, hash);
  return hash;
}

/** Changes when the input schema does: an agent that holds it need not read the schema again. */
export function schemaHash(tool: Tool): string {
  const known = schemaHashes.get(tool.inputSchema);
  if (known) return known;
  const hash = contentHash(tool.inputSchema).slice(0, SHORT);
  schemaHashes.set(tool.inputSchema, hash);
  return hash;
}
