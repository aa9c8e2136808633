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
