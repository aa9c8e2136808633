import type { ClientFacts } from '@foldout/clients';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { jsonLines } from '../surfaces/json-lines.ts';
import { warningLines } from '../surfaces/result-text.ts';
import { isSameJson } from './answer-parts.ts';
import { encodedIn, encodedLabel } from './encoded-content.ts';

/**
 * Says in words what this client would not show of another server's answer: images that it drops or prints as base64,
 * links that it drops, structured content without a text. The answer is unchanged for a client that is not in the table of
 * clients, unless the call has warnings.
 */
export function withWords(
  answer: CallToolResult,
  warnings: readonly string[] = [],
  facts: ClientFacts | undefined = undefined,
): CallToolResult {
  const content = facts ? answer.content.flatMap((block) => blockFor(block, facts)) : answer.content;
  const { structuredContent } = answer;
  const isHidden = structuredContent !== undefined && hidesText(answer, warnings, facts);
  const structure =
    structuredContent !== undefined && needsText(answer, isHidden, facts) ? [jsonLines(structuredContent)] : [];
  const added = [...structure, ...warningLines(warnings)].map((text) => ({ type: 'text' as const, text }));
  if (
    !isHidden &&
    added.length === 0 &&
    content.length === answer.content.length &&
    content.every((block, i) => block === answer.content[i])
  )
    return answer;
  const shown = { ...answer, content: [...content, ...added] };
  if (!isHidden) return shown;
  const { structuredContent: _said, ...rest } = shown;
  return rest;
}

/**
 * Whether structured content would hide a text that the model needs: the warnings of the call, or the message of an error.
 * A client that shows only structured content may show an error without any sign that it is one.
 */
function hidesText(
  { content, isError }: CallToolResult,
  warnings: readonly string[],
  facts: ClientFacts | undefined,
): boolean {
  if (facts?.shows !== 'structured') return false;
  return warnings.length > 0 || (isError === true && content.some((block) => block.type === 'text'));
}

/** Whether to repeat the structured content in the text: the client does not show it, or the text replaces it. */
function needsText(answer: CallToolResult, isHidden: boolean, facts: ClientFacts | undefined): boolean {
  const texts = answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  if (facts?.shows === 'text') return texts.every((text) => text.trim() === '');
  if (!isHidden) return false;
  const json = JSON.stringify(answer.structuredContent);
  return !texts.some((text) => isSameJson(text, json));
}

function blockFor(block: ContentBlock, { images, resourceLinks }: ClientFacts): ContentBlock[] {
  if (block.type === 'resource_link') {
    return resourceLinks === 'dropped' ? [words(linkWords(block)), block] : [block];
  }
  const encoded = encodedIn(block);
  if (encoded === undefined || images === undefined || images === 'shown') return [block];
  const text = words(`[${encodedLabel(encoded)}; this client does not show it to the model]`);
  return images === 'as-text' ? [text] : [text, block];
}

function words(text: string): ContentBlock {
  return { type: 'text', text };
}

function linkWords(link: Extract<ContentBlock, { type: 'resource_link' }>): string {
  const { name, uri, description, mimeType } = link;
  return `[resource ${name}: ${uri}${mimeType ? `, ${mimeType}` : ''}${description ? ` - ${description}` : ''}]`;
}
