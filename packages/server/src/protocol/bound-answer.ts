import type { ClientFacts } from '@foldout/clients';
import type { CommandResult, Engine, JsonObject, Words } from '@foldout/core';
import { NATIVE } from '@foldout/core/internal';
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { type SpillText, spilled } from '../surfaces/bound-text.ts';
import { partsOf, saysStructure } from './answer-parts.ts';
import { jsonLengthWithin, shortenedList } from './long-json.ts';
import { mcpResult } from './mcp-result.ts';

type Pager = Engine['pager'];

/** Whether an output is valid for the schema that the client has listed. */
export type FitsOutput = (output: unknown) => boolean;

export interface AnswerLimits {
  readonly words?: Words | undefined;
  readonly facts?: ClientFacts | undefined;
  /** The longest text that this client shows whole. */
  readonly maxChars?: number | undefined;
  /** Stores a text that is cut as a file, and returns its path. Only for clients that can read it. */
  readonly spill?: SpillText | undefined;
}

export interface BoundedAnswer {
  readonly answer: CallToolResult;
  /** What was cut, and how to get it. */
  readonly warnings: readonly string[];
}

/** Answers that are pages of a longer one: they are not cut again. */
const pages = new WeakSet<object>();
const NONE: readonly string[] = [];

/**
 * Cuts an answer of another server that is longer than this client should show, and stores the rest for `afd-more`. `fits`: the
 * client checks the structured content, so that it is kept, shortened only where it stays valid.
 */
export function boundAnswer(
  pager: Pager,
  answer: CallToolResult,
  limits: AnswerLimits,
  fits: FitsOutput | undefined,
): BoundedAnswer {
  if (pages.has(answer)) return { answer, warnings: NONE };
  const room = pager.roomFor(limits);
  const { structuredContent } = answer;
  const isLong = structuredContent !== undefined && !jsonLengthWithin(structuredContent, room);
  const kept =
    isLong && fits ? (shortenedList(structuredContent as JsonObject, room, fits) ?? structuredContent) : undefined;
  const isSaid = isLong && saysStructure(answer.content, structuredContent);
  const parts = partsOf(answer, { facts: limits.facts, structure: isLong && !isSaid && kept !== structuredContent });
  const bound = pager.boundParts(parts, pageAnswer, limits);
  if (!bound && !isLong) return { answer, warnings: NONE };
  const { structuredContent: _long, ...others } = answer;
  const file = bound ? limits.spill?.(textsOf(parts)) : undefined;
  const rest = bound?.trust.metadata?.['more'];
  const more = file === undefined ? rest : { ...(rest as object | undefined), file: file.path };
  const cut = {
    ...others,
    content: (bound?.pieces ?? parts.map((part) => part.piece(part.text))) as ContentBlock[],
    ...(isLong ? kept !== undefined && { structuredContent: kept } : { structuredContent }),
    ...(more !== undefined && { _meta: { ...answer._meta, 'foldout/more': more } }),
  } as CallToolResult;
  return { answer: cut, warnings: [...(bound?.trust.warnings ?? NONE), ...spilled(file)] };
}

function textsOf(parts: readonly { readonly text?: string }[]): string {
  return parts.flatMap(({ text }) => text ?? []).join('\n');
}

function pageAnswer(pieces: readonly unknown[]): CommandResult {
  const result = mcpResult({ content: pieces as ContentBlock[] });
  pages.add((result as unknown as { [NATIVE]: object })[NATIVE]);
  return result;
}
