import { z } from 'zod';
import type { CatalogEntry } from '../catalog/catalog.ts';
import type { CatalogReader } from '../catalog/catalog-reader.ts';
import { contentHash, schemaHash } from '../catalog/content-hash.ts';
import { definedOnly, type JsonObject, type JsonSchema } from '../catalog/json.ts';
import { overlayOf } from '../catalog/overlay.ts';
import type { ToolSource, ToolState } from '../catalog/source.ts';
import type { ExecutionTime, Tool, ToolExample } from '../catalog/tool.ts';
import { notFound } from '../execution/refusals.ts';
import { typescriptOf } from '../levels/typescript.ts';
import { type CommandError, type CommandResult, success } from '../result/result.ts';
import { type InferredOutput, inferredOutput } from './learning.ts';
import { type DiscoveryScope, isCallable } from './visible-tools.ts';

const MAX_COMMANDS = 10;
/** Length of the hash of instructions: like that of a schema. */
const HASH_LENGTH = 8;

export const detailInput = z.object({
  command: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(MAX_COMMANDS)]),
  format: z.enum(['schema', 'typescript', 'definition']).optional(),
  known: z.record(z.string(), z.string()).optional(),
});
export type DetailInput = z.infer<typeof detailInput>;

export interface DetailResult {
  readonly name: string;
  readonly found: true;
  readonly description: string;
  readonly category: string;
  /** Absent for tools of servers and commands. */
  readonly kind?: 'function';
  readonly mutation: boolean;
  /** False: the tool can be described, not called. */
  readonly callable: boolean;
  /** An agent that sends this hash back in `known` does not get an unchanged schema again. */
  readonly schemaHash: string;
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** What results looked like so far, where the server declares no output schema. */
  readonly inferredOutput?: InferredOutput;
  /** Replaces both schemas if the input has `format: 'typescript'`. */
  readonly typescript?: string;
  /** Replaces both schemas if the input has `format: 'definition'`: the definition as the tool's server sent it. */
  readonly definition?: JsonObject;
  /** Beside `definition`: what the operator's overlay changed about it. */
  readonly overlay?: { readonly of: string; readonly fields: readonly string[]; readonly outdated?: true };
  readonly tags?: readonly string[];
  readonly destructive?: boolean;
  /** The command declares nothing about its effects: it may change data, and counts as `write`. */
  readonly effects?: 'undeclared';
  readonly confirmPrompt?: string;
  readonly executionTime?: ExecutionTime;
  readonly errors?: readonly string[];
  readonly examples?: readonly ToolExample[];
  readonly relatedTools?: readonly string[];
  readonly requires?: readonly string[];
  readonly contexts?: readonly string[];
  readonly handoff?: boolean;
  readonly handoffProtocol?: string;
  readonly version?: string;
  readonly enabled?: boolean;
  readonly deprecated?: boolean | string;
  /** What the server says about its tools as a whole: in the first entry of each server, as text until the caller has it. */
  readonly instructions?: ServerInstructions;
  /** State of the tool's server, and what to do about it; absent for tools that are always ready. */
  readonly state?: ToolState;
  readonly todo?: string;
}

export interface ServerInstructions {
  readonly server: string;
  readonly hash: string;
  /** Absent if the caller has it: it was sent in this session, or the caller sent `hash` in `known`. */
  readonly text?: string;
}

export interface DetailUnchanged {
  readonly name: string;
  readonly found: true;
  readonly unchanged: true;
  readonly schemaHash: string;
  readonly callable: boolean;
}

export interface DetailError {
  readonly name: string;
  readonly found: false;
  readonly error: CommandError;
}

export type DetailEntry = DetailResult | DetailUnchanged | DetailError;

/** Everything about some tools, in the order of their names in the input. An unknown name yields an error entry. */
export function detail(
  scope: DiscoveryScope,
  input: DetailInput,
  told?: Set<string>,
): CommandResult<readonly DetailEntry[]> {
  const started = performance.now();
  const names = [input.command].flat();
  const instructionsOf = instructionsOnce(input.known, told);
  const entries = names.map((name) => describe(scope, name, input, instructionsOf));
  const found = entries.filter((entry) => entry.found).length;
  const executionTimeMs = Math.round((performance.now() - started) * 100) / 100;
  return success(entries, {
    reasoning: `Found ${found} of ${names.length} commands`,
    confidence: found / names.length,
    metadata: { executionTimeMs },
  });
}

function describe(
  scope: DiscoveryScope,
  name: string,
  { format = 'schema', known = {} }: DetailInput,
  instructionsOf: (source: ToolSource) => ServerInstructions | undefined,
): DetailEntry {
  const { catalog, words } = scope;
  const lookup = catalog.lookup(name);
  if (!lookup.found) return { name, found: false, error: notFound(catalog, name, words) };
  const { tool } = lookup.entry;
  const address = catalog.addressOf(tool);
  const hash = schemaHash(tool);
  const callable = isCallable(lookup.entry);
  const knownHash = Object.hasOwn(known, name)
    ? known[name]
    : Object.hasOwn(known, address)
      ? known[address]
      : undefined;
  if (knownHash === hash) return { name: address, found: true, unchanged: true, schemaHash: hash, callable };
  const instructions = instructionsOf(lookup.entry.source);
  return {
    ...facts(catalog, lookup.entry, address),
    callable,
    schemaHash: hash,
    ...(instructions && { instructions }),
    ...schemas(lookup.entry, address, format, inferredOutput(scope, tool)),
  };
}

/** The instructions of a server, once in an answer. `told`: the hashes of those that the caller has read in its session. */
function instructionsOnce(known: DetailInput['known'] = {}, told: Set<string> = new Set()) {
  const named = new Set<string>();
  return (source: ToolSource): ServerInstructions | undefined => {
    const { server } = source;
    const text = source.instructions?.();
    if (!text || named.has(server)) return undefined;
    named.add(server);
    const hash = contentHash(text).slice(0, HASH_LENGTH);
    const isKnown = told.has(hash) || (Object.hasOwn(known, server) && known[server] === hash);
    told.add(hash);
    return { server, hash, ...(!isKnown && { text }) };
  };
}

function schemas(
  entry: CatalogEntry,
  address: string,
  format: NonNullable<DetailInput['format']>,
  inferred: InferredOutput | undefined,
) {
  const { tool } = entry;
  if (format === 'typescript') return { typescript: typescriptOf(tool, address, inferred) };
  if (format === 'definition') return { definition: definitionOf(entry), ...overlayNote(tool) };
  const { inputSchema, outputSchema } = tool;
  return { inputSchema, ...(outputSchema && { outputSchema }), ...(inferred && { inferredOutput: inferred }) };
}

function overlayNote(tool: Tool): Pick<DetailResult, 'overlay'> {
  const overlaid = overlayOf(tool);
  if (!overlaid) return {};
  const { upstream, fields, outdated } = overlaid;
  return { overlay: { of: upstream.id, fields, ...(outdated && { outdated: true as const }) } };
}

/** A local command has no definition of another server: its own fields of an MCP definition are shown. */
function definitionOf({ tool, source }: CatalogEntry): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return source.definition?.(tool) ?? definedOnly({ name, title, description, inputSchema, outputSchema, annotations });
}

/** The metadata without empty lists and defaults, which only cost tokens. */
function facts(catalog: CatalogReader, { tool, source }: CatalogEntry, address: string) {
  const availability = source.availability?.(tool);
  // Tools outside the caller's scope are left out: the caller could not look them up.
  const [relatedTools, requires] = [tool.relatedTools, tool.requires].map((names) =>
    names.filter((name) => catalog.lookup(name).found),
  ) as [string[], string[]];
  return {
    name: address,
    found: true as const,
    description: tool.description,
    category: tool.category,
    ...(tool.kind && { kind: tool.kind }),
    ...(tool.tags.length > 0 && { tags: tool.tags }),
    mutation: tool.mutation,
    ...(tool.mutation && { destructive: tool.destructive }),
    ...(tool.effects && { effects: tool.effects }),
    ...(tool.confirmPrompt && { confirmPrompt: tool.confirmPrompt }),
    ...(tool.executionTime && { executionTime: tool.executionTime }),
    ...(tool.errors.length > 0 && { errors: tool.errors }),
    ...(tool.examples.length > 0 && { examples: tool.examples }),
    ...(relatedTools.length > 0 && { relatedTools }),
    ...(requires.length > 0 && { requires }),
    ...(tool.contexts.length > 0 && { contexts: tool.contexts }),
    ...(tool.handoff && { handoff: true }),
    ...(tool.handoffProtocol && { handoffProtocol: tool.handoffProtocol }),
    ...(tool.version && { version: tool.version }),
    ...(!tool.enabled && { enabled: false }),
    ...(tool.deprecated && { deprecated: tool.deprecationMessage ?? true }),
    ...(availability && { state: availability.state }),
    ...(availability?.todo && { todo: availability.todo }),
  };
}
