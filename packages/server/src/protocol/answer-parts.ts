import type { ClientFacts } from '@foldout/clients';
import type { AnswerPart } from '@foldout/core/internal';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { encodedIn, encodedLabel } from './encoded-content.ts';

/** Texts that are longer are not parsed to find out whether they say the same as structured content. */
const MAX_PARSED = 1_000_000;

/** The parts of an answer, in their order. `structure`: the structured content is a part of its own, as JSON. */
export function partsOf(
  { content, structuredContent }: CallToolResult,
  { facts, structure }: { readonly facts: ClientFacts | undefined; readonly structure: boolean },
): AnswerPart[] {
  const parts = content.map((block) => partOf(block, facts));
  return structure
    ? [...parts, textPart(JSON.stringify(structuredContent), (text) => ({ type: 'text', text }))]
    : parts;
}

/** Whether one of the texts is the structured content as JSON. */
export function saysStructure(content: readonly ContentBlock[], structure: unknown): boolean {
  const json = JSON.stringify(structure);
  return content.some((block) => {
    if (block.type !== 'text' || block.text.length < json.length) return false;
    return block.text === json || (block.text.length <= MAX_PARSED && isSameJson(block.text, json));
  });
}

export function isSameJson(text: string, json: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === json;
  } catch {
    return false;
  }
}

function partOf(block: ContentBlock, facts: ClientFacts | undefined): AnswerPart {
  if (block.type === 'text') return textPart(block.text, (text) => (text === block.text ? block : { ...block, text }));
  if (block.type === 'resource' && 'text' in block.resource) {
    const { resource } = block;
    const { text: whole } = resource as { readonly text: string };
    return textPart(whole, (text) => (text === whole ? block : { ...block, resource: { ...resource, text } }));
  }
  const encoded = encodedIn(block);
  // A client that would print the characters gets words instead of them.
  if (encoded && facts?.images === 'as-text') return { size: 1, piece: () => block };
  if (encoded)
    return { size: encoded.data.length || 1, binary: true, label: encodedLabel(encoded), piece: () => block };
  return { size: JSON.stringify(block).length, label: block.type, piece: () => block };
}

function textPart(whole: string, inBlock: (text: string) => unknown): AnswerPart {
  return { text: whole, size: whole.length, piece: (text = whole) => inBlock(text) };
}
