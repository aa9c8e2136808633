import type { Tool } from '../catalog/tool.ts';

const searched = new WeakMap<Tool, string>();

/** A test for tools whose name or description contains every word of the query, in any order and case. */
export function everyWord(query: string): (tool: Tool) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (tool) => {
    const text = searchedText(tool);
    return words.every((word) => text.includes(word));
  };
}

function searchedText(tool: Tool): string {
  let text = searched.get(tool);
  if (text === undefined) {
    text = `${tool.name} ${tool.description}`.toLowerCase();
    searched.set(tool, text);
  }
  return text;
}

/** The tool of exactly that name first, then those with every word in their name, then the rest as they were. */
export function rankMatches(tools: readonly Tool[], query: string): Tool[] {
  const exact = query.trim().toLowerCase();
  const words = exact.split(/\s+/);
  const rank = (tool: Tool): number => {
    const name = tool.name.toLowerCase();
    if (name === exact || tool.id.toLowerCase() === exact) return 0;
    return words.every((word) => name.includes(word)) ? 1 : 2;
  };
  return [...tools].sort((a, b) => rank(a) - rank(b));
}
