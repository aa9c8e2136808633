import type Anthropic from '@anthropic-ai/sdk';

/** Names of the tools that searches in these messages have found, each once, in the order of the first reference. */
export function referencedTools(messages: readonly Anthropic.MessageParam[]): string[] {
  return [...new Set(messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content.flatMap(namesIn))))];
}

function namesIn(block: Anthropic.ContentBlockParam): string[] {
  if (block.type !== 'tool_result' || !Array.isArray(block.content)) return [];
  return block.content.flatMap((part) => (part.type === 'tool_reference' ? [part.tool_name] : []));
}
