import type { Tool } from '../catalog/tool.ts';

const textCache = new WeakMap<Tool, string>();

/** List of tools → their texts, in the same order. Saves one cache lookup per tool. */
const listCache = new WeakMap<readonly Tool[], readonly string[]>();

/**
 * The tools that contain every word of the query in name or description, in any order and case. The name of the tool's
 * server also counts as a word.
 */
export function withEveryWord(tools: readonly Tool[], query: string): Tool[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let texts = listCache.get(tools);
  if (!texts) {
    texts = tools.map(searchedText);
    listCache.set(tools, texts);
  }
  const found: Tool[] = [];
  for (let i = 0; i < texts.length; i += 1) {
    const text = texts[i] as string;
    const tool = tools[i] as Tool;
    if (words.every((word) => text.includes(word) || word === tool.server.toLowerCase())) found.push(tool);
  }
  return found;
}

function searchedText(tool: Tool): string {
  let text = textCache.get(tool);
  if (text === undefined) {
    text = `${tool.name} ${tool.description}`.toLowerCase();
    textCache.set(tool, text);
  }
  return text;
}

/** Sorts tools: exact name first, then tools with every word in their name, then all others. Ties keep their order. */
export function rankMatches(tools: readonly Tool[], query: string): Tool[] {
  const exact = query.trim().toLowerCase();
  const words = exact.split(/\s+/);
  const rank = (tool: Tool): number => {
    const name = tool.name.toLowerCase();
    const server = tool.server.toLowerCase();
    if (name === exact || tool.id.toLowerCase() === exact) return 0;
    if (words.includes(name) && words.every((word) => word === name || word === server)) return 0;
    return words.every((word) => name.includes(word)) ? 1 : 2;
  };
  return [...tools].sort((a, b) => rank(a) - rank(b));
}
