import type { CatalogReader } from '../catalog/catalog-reader.ts';
import type { JsonSchema } from '../catalog/json.ts';
import type { Availability, ToolState } from '../catalog/source.ts';
import { summarize, truncateDescription } from '../catalog/summary.ts';
import type { Tool } from '../catalog/tool.ts';
import { signatureOf } from '../levels/signature.ts';
import { inferredReturn } from '../levels/typescript.ts';
import type { InferredOutput } from './learning.ts';

/** How much of a tool is shown, from least to most. */
export const LEVELS = ['name', 'summary', 'signature', 'full'] as const;
export type Level = (typeof LEVELS)[number];

/** A tool in a listing. Which fields it has depends on the level. */
export interface ShownTool {
  readonly name: string;
  readonly description?: string;
  readonly category?: string;
  /** Absent for tools of servers and commands. */
  readonly kind?: 'function';
  readonly signature?: string;
  readonly inputSchema?: JsonSchema;
  readonly mutation?: boolean;
  /** Beside `mutation`, for a command that declares nothing about its effects. */
  readonly effects?: 'undeclared';
  readonly enabled?: false;
  readonly deprecated?: true;
  /** State of the tool's server, and what to do about it; absent for tools that are always ready. */
  readonly state?: ToolState;
  readonly todo?: string;
  /** 0 to 1; only in answers of ranked search. */
  readonly score?: number;
  /** Addresses of the same tool on other servers; only in answers of ranked search. */
  readonly alsoOn?: readonly string[];
  /** The tool that agents often call after this one; only for the best match of a search. */
  readonly next?: string;
}

/** At most so many addresses of copies are shown: a hundred instances of one server would fill an answer. */
const MOST_COPIES = 5;

/** The field with the addresses of a tool's copies, if it has any. */
export function alsoOn(catalog: CatalogReader, copies: readonly Tool[] | undefined): Pick<ShownTool, 'alsoOn'> {
  return copies ? { alsoOn: copies.slice(0, MOST_COPIES).map((copy) => catalog.addressOf(copy)) } : {};
}

export interface ShowOptions {
  readonly level: Level;
  readonly withCategory?: boolean;
  readonly withMutation?: boolean;
  readonly inferred?: InferredOutput | undefined;
}

/** The author's summary, else the start of the description. */
function aboutTool({ summary, description }: Tool): string {
  return summary === summarize(description) ? truncateDescription(description) : summary;
}

/** The state of a tool's server; undefined for tools that are always ready. */
export function availabilityOf(catalog: CatalogReader, tool: Tool): Availability | undefined {
  const lookup = catalog.lookup(tool.id);
  return lookup.found ? lookup.entry.source.availability?.(tool) : undefined;
}

export function showTool(catalog: CatalogReader, tool: Tool, options: ShowOptions): ShownTool {
  const { level } = options;
  const address = catalog.addressOf(tool);
  const availability = availabilityOf(catalog, tool);
  return {
    name: address,
    ...(level !== 'name' && { description: aboutTool(tool) }),
    ...(level !== 'name' && options.withCategory && { category: tool.category }),
    ...(level !== 'name' && tool.kind && { kind: tool.kind }),
    ...(level === 'signature' && { signature: signatureOf(tool, address) + inferredReturn(options.inferred) }),
    ...(level === 'full' && { inputSchema: tool.inputSchema }),
    ...(options.withMutation && { mutation: tool.mutation, ...(tool.effects && { effects: tool.effects }) }),
    ...(!tool.enabled && { enabled: false }),
    ...(tool.deprecated && { deprecated: true }),
    // At level `name`, only a state that would make a call fail is worth its tokens.
    ...(availability && (level !== 'name' || availability.todo) && { state: availability.state }),
    ...(availability?.todo && { todo: availability.todo }),
  };
}
