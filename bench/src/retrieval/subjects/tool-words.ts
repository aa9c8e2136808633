import type { BenchTool } from '../bare-tool.ts';

/** Words of a text for tuned MiniSearch; identifiers such as `createIssue` are split. */
export function splitIdentifiers(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

export function parameterText(tool: BenchTool): string {
  const properties = (tool.inputSchema['properties'] ?? {}) as Record<string, { description?: unknown } | null>;
  return Object.entries(properties)
    .map(([name, property]) => `${name} ${typeof property?.description === 'string' ? property.description : ''}`)
    .join(' ');
}

/** Stop words of tuned MiniSearch. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the and or of to in on at by for with about from into as is are was be been do does did have has had i me my we our ' +
    'you your it its they this that these those there what which who when where why how all any some no not can could will ' +
    'would should please help want need like get give show tell find know using use make let provide information details'
  ).split(' '),
);
