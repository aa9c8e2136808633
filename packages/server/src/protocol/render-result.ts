import type { ClientFacts } from '@foldout/clients';
import type { CommandResult, Engine } from '@foldout/core';
import { NATIVE } from '@foldout/core/internal';
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type Server,
} from '@modelcontextprotocol/server';
import { boundText, type SpillText } from '../surfaces/bound-text.ts';
import { compactText, type NamedEncoding } from '../surfaces/compact-text.ts';
import type { Viewer } from '../surfaces/surface.ts';
import type { SurfaceTool } from '../surfaces/surface-tools.ts';
import { boundAnswer, type FitsOutput } from './bound-answer.ts';
import { withWords } from './native-words.ts';
import { isTaskResult } from './task-requests.ts';

export interface RenderParts {
  /** Writes the text of a meta-tool's result. */
  readonly shortText?: SurfaceTool['text'] | undefined;
  readonly fits?: FitsOutput | undefined;
  /** Looks at the data of tools in the answer: see `InspectAnswer`. */
  readonly inspect?: ((answer: CallToolResult, relayed: boolean) => CallToolResult) | undefined;
  /** The encoding of data that this client has opted in to. */
  readonly encoding?: NamedEncoding | undefined;
  readonly spill?: SpillText | undefined;
}

/**
 * A result as MCP sends it: a text, and the same as structured content. Each is whole, because some clients show only the
 * one to their model and some only the other. An answer of another server (`NATIVE`) is relayed, with words for what the
 * client does not show.
 */
export function renderResult(
  server: Server,
  engine: Engine,
  result: CommandResult,
  { words, facts }: Pick<Viewer, 'words' | 'facts'>,
  { shortText, fits, inspect, encoding, spill }: RenderParts = {},
): CallToolResult | InputRequiredResult {
  const native = (result as { [NATIVE]?: CallToolResult | InputRequiredResult | Error })[NATIVE];
  const maxChars = shownChars(facts);
  if (native && !(native instanceof Error)) {
    if (isInputRequiredResult(native) || isTaskResult(native)) return native;
    const compacted = encoding ? compactAnswer(native, encoding) : native;
    const { answer, warnings } = boundAnswer(engine.pager, compacted, { words, facts, maxChars, spill }, fits);
    const page = answer === native ? withNextPage(answer, result) : answer;
    const inspected = inspect ? inspect(page, true) : page;
    return withWords(
      server.projectCallToolResult(inspected, undefined),
      [...(result.warnings ?? []), ...warnings],
      facts,
    );
  }
  const { bounded, text } = boundText(engine, result, { words, maxChars, encoding, spill }, shortText);
  const answer: CallToolResult = { content: [{ type: 'text', text }] };
  // A model that sees the structure would read everything twice, or in the longer form.
  if (facts?.shows !== 'structured' && facts?.shows !== 'both') answer.structuredContent = structured(bounded);
  if (!bounded.success) answer.isError = true;
  return inspect ? inspect(answer, false) : answer;
}

/** Where an answer says in which encoding its texts are. */
const ENCODED = 'foldout/encoding';

/** The texts of an answer in the encoding that the client has opted in to, where that saves tokens. */
function compactAnswer(answer: CallToolResult, { name, ...encoding }: NamedEncoding): CallToolResult {
  let encoded = 0;
  const content = answer.content.map((block) => {
    const text = block.type === 'text' ? compactText(block.text, encoding) : undefined;
    if (text === undefined) return block;
    encoded += 1;
    return { ...block, text } as typeof block;
  });
  return encoded === 0 ? answer : { ...answer, content, _meta: { ...answer._meta, [ENCODED]: name } };
}

/** A page of a longer answer says for programs where the next one is, like the first page. */
function withNextPage(answer: CallToolResult, { metadata }: CommandResult): CallToolResult {
  const more = metadata?.['more'];
  return more === undefined ? answer : { ...answer, _meta: { ...answer._meta, 'foldout/more': more } };
}

/** Characters that a cut result leaves for its warnings and the way to the rest. */
const FRAME_CHARS = 500;

/** The longest data of which this client shows every character to its model; undefined if that is not known. */
export function shownChars(facts: ClientFacts | undefined): number | undefined {
  return facts?.resultChars === undefined ? undefined : facts.resultChars - FRAME_CHARS;
}

/** A result is plain data: no copy is needed, but for the error of another server, whose symbol no JSON has. */
function structured(result: CommandResult): Record<string, unknown> {
  if (!(NATIVE in result)) return result as unknown as Record<string, unknown>;
  const { [NATIVE]: _native, ...plain } = result;
  return plain;
}
