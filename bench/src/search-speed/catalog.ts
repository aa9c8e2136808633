import type { BenchTool } from '../retrieval/bare-tool.ts';
import { seededRandom } from '../seeded-random.ts';

/** `count` tools: the given ones first, then copies of them, each with an invented brand in its texts. */
export function synthesize(real: readonly BenchTool[], count: number): BenchTool[] {
  const random = seededRandom(11);
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

/** Requests made of the first words of tool descriptions, with a quarter of the words left out. */
export function requests(real: readonly BenchTool[], count: number): string[] {
  const random = seededRandom(13);
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
  const random = seededRandom(seed);
  const pick = (letters: string) => letters[Math.floor(random() * letters.length)] ?? 'a';
  return Array.from({ length: 3 }, () => pick('bcdfglmnprstvz') + pick('aeiou')).join('');
}
