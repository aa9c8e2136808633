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
