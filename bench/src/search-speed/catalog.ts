import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchTool, bareTool } from '../retrieval/bare-tool.ts';

interface CatalogFile {
  readonly name?: string;
  readonly tools?: readonly { readonly name: string; readonly description?: string; readonly inputSchema?: object }[];
}

/** Every real tool of a folder of catalogs, one JSON file a server. */
export function readTools(folder: string): BenchTool[] {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Name one with --catalogs DIR.`);
  const tools = new Map<string, BenchTool>();
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.json')) continue;
    const catalog = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CatalogFile;
    for (const tool of catalog.tools ?? []) {
      const made = bareTool({ ...tool, server: file.replace(/\.json$/, '') });
      tools.set(made.id, made);
    }
  }
  return [...tools.values()];
}

/** `count` tools: the real ones first, then copies of them, each under an invented brand. */
export function synthesize(real: readonly BenchTool[], count: number): BenchTool[] {
  const random = seeded(11);
  const order = real.map((tool) => ({ tool, at: random() })).sort((a, b) => a.at - b.at);
  return Array.from({ length: count }, (_, i) => {
    const tool = order[i % order.length]?.tool as BenchTool;
    const copy = Math.floor(i / order.length);
    if (copy === 0) return tool;
    const brand = inventedWord(copy * 7919 + (i % 97));
    const server = `${brand}-${tool.server}`;
    const name = `${tool.name}_${brand}`;
    return { ...tool, server, name, id: `${server}/${name}`, description: `${brand}: ${tool.description}` };
  });
}

/** What someone might ask: the first words of what real tools say of themselves, some of them left out. */
export function requests(real: readonly BenchTool[], count: number): string[] {
  const random = seeded(13);
  const described = real.filter(({ description }) => description.split(/\s+/).length >= 6);
  return Array.from({ length: count }, () => {
    const tool = described[Math.floor(random() * described.length)] as BenchTool;
    const words = tool.description.split(/\s+/).slice(0, 8 + Math.floor(random() * 10));
    return `I want to ${words
      .filter(() => random() > 0.25)
      .join(' ')
      .toLowerCase()}`;
  });
}

function inventedWord(seed: number): string {
  const random = seeded(seed);
  const pick = (letters: string) => letters[Math.floor(random() * letters.length)] ?? 'a';
  return Array.from({ length: 3 }, () => pick('bcdfglmnprstvz') + pick('aeiou')).join('');
}

function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
