import type { SearchHit } from '@foldout/core';
import { TOOL_DEFAULTS } from '@foldout/core/internal';

export type BenchTool = SearchHit['tool'];

interface Described {
  readonly id?: string;
  readonly server?: string;
  readonly name?: string;
  readonly description?: string;
  readonly category?: string;
  readonly inputSchema?: BenchTool['inputSchema'];
}

/** A catalog tool from the few fields that a query set has. */
export function bareTool(described: unknown): BenchTool {
  const { id, server = '', name = '', description = '', category, inputSchema = {} } = described as Described;
  return {
    ...TOOL_DEFAULTS,
    id: id ?? `${server}/${name}`,
    server,
    name,
    summary: '',
    description,
    category: category ?? (name.split(/[-_./]/, 1)[0] || 'general'),
    inputSchema,
  };
}
