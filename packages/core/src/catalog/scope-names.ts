import type { ToolScope } from './catalog-reader.ts';

/** Which tools exist: those of some categories (or servers), and some by name. The union of both. */
export interface ScopeNames {
  readonly toolsets?: readonly string[] | undefined;
  readonly tools?: readonly string[] | undefined;
}

/** What a request may say is bounded: it is a client's text. */
const MAX_NAMES = 500;

/** A list in a variable or a header: `orders, users`. */
export function namesIn(text: string | null | undefined): readonly string[] | undefined {
  if (text === null || text === undefined || text.trim() === '') return undefined;
  return text
    .split(',')
    .slice(0, MAX_NAMES)
    .map((name) => name.trim())
    .filter(Boolean);
}

/** What the environment says exists. */
export function environmentScope(env: Readonly<Record<string, string | undefined>>): {
  readonly toolsets?: readonly string[];
  readonly tools?: readonly string[];
} {
  const toolsets = namesIn(env['TOOLSETS']);
  const tools = namesIn(env['TOOLS']);
  return { ...(toolsets && { toolsets }), ...(tools && { tools }) };
}

/** Undefined where nothing is named: then everything exists. */
export function scopeOf({ toolsets, tools }: ScopeNames): ToolScope | undefined {
  if (toolsets === undefined && tools === undefined) return undefined;
  const sets = new Set(toolsets?.map((name) => name.toLowerCase()));
  const names = new Set(tools?.map((name) => name.toLowerCase()));
  return {
    allows: (tool) =>
      sets.has(tool.category.toLowerCase()) ||
      sets.has(tool.server.toLowerCase()) ||
      names.has(tool.name.toLowerCase()) ||
      names.has(tool.id.toLowerCase()),
  };
}
