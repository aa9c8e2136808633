import { type SearchHit, TOOL_DEFAULTS } from '@foldout/core';

export type BenchTool = SearchHit['tool'];

interface Described {
  readonly id?: string;
  readonly server?: string;
  readonly name?: string;
  readonly description?: string;
  readonly category?: string;
  readonly inputSchema?: BenchTool['inputSchema'];
}

/** A catalog's tool from the little that a benchmark or an upstream says of it. */
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
