import type { Tool } from '../catalog/tool.ts';

const searched = new WeakMap<Tool, string>();

/** The text of each tool of a list, in its order: a list that is kept is read without a look-up for every tool. */
const searchedLists = new WeakMap<readonly Tool[], readonly string[]>();

/**
 * The tools whose name or description contains every word of the query, in any order and case. The name of its
 * server is part of a tool's address: said as a word, it counts too.
 */
export function withEveryWord(tools: readonly Tool[], query: string): Tool[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let texts = searchedLists.get(tools);
  if (!texts) {
    texts = tools.map(searchedText);
    searchedLists.set(tools, texts);
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
    const server = tool.server.toLowerCase();
    if (name === exact || tool.id.toLowerCase() === exact) return 0;
    if (words.includes(name) && words.every((word) => word === name || word === server)) return 0;
    return words.every((word) => name.includes(word)) ? 1 : 2;
  };
  return [...tools].sort((a, b) => rank(a) - rank(b));
}
