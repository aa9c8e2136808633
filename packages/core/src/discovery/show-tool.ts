import type { JsonSchema } from '../catalog/json.ts';
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

export function showTool(tool: Tool, address: string, options: ShowOptions): ShownTool {
  const { level } = options;
  return {
    name: address,
    ...(level !== 'name' && { description: aboutTool(tool) }),
    ...(level !== 'name' && options.withCategory && { category: tool.category }),
    ...(level === 'signature' && { signature: signatureOf(tool, address) }),
    ...(level === 'full' && { inputSchema: tool.inputSchema }),
    ...(options.withMutation && { mutation: tool.mutation }),
    ...(!tool.enabled && { enabled: false }),
    ...(tool.deprecated && { deprecated: true }),
  };
}
