import type { CatalogReader } from '../catalog/catalog-reader.ts';
import type { JsonSchema } from '../catalog/json.ts';
import type { Availability, ToolState } from '../catalog/source.ts';
import { summarize, truncateDescription } from '../catalog/summary.ts';
import type { Tool } from '../catalog/tool.ts';
import { signatureOf } from '../levels/signature.ts';

/** How much of a tool is shown, from least to most. */
export const LEVELS = ['name', 'summary', 'signature', 'full'] as const;
export type Level = (typeof LEVELS)[number];

/** A tool in a listing. Which fields it has depends on the level. */
export interface ShownTool {
  readonly name: string;
  readonly description?: string;
  readonly category?: string;
  readonly signature?: string;
  readonly inputSchema?: JsonSchema;
  readonly mutation?: boolean;
  readonly enabled?: false;
  readonly deprecated?: true;
  /** How things stand with its server, and what to do about it; absent for what is always ready. */
  readonly state?: ToolState;
  readonly todo?: string;
  /** 0 to 1, where a ranked search found it. */
  readonly score?: number;
  /** What mostly comes after it; only with the best match of a search. */
  readonly next?: string;
}

export interface ShowOptions {
  readonly level: Level;
  readonly withCategory?: boolean;
  readonly withMutation?: boolean;
}

/** The author's own summary where there is one, else what the description says first. */
function aboutTool({ summary, description }: Tool): string {
  return summary === summarize(description) ? truncateDescription(description) : summary;
}

/** How things stand with the server of a tool; undefined for what is always ready. */
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
    ...(level === 'signature' && { signature: signatureOf(tool, address) }),
    ...(level === 'full' && { inputSchema: tool.inputSchema }),
    ...(options.withMutation && { mutation: tool.mutation }),
    ...(!tool.enabled && { enabled: false }),
    ...(tool.deprecated && { deprecated: true }),
    // A list of names says only what would keep a call from working.
    ...(availability && (level !== 'name' || availability.todo) && { state: availability.state }),
    ...(availability?.todo && { todo: availability.todo }),
  };
}
