import { type CommandError, type CommandResult, failure, success } from '@foldout/core';
import { NATIVE } from '@foldout/core/internal';
import {
  type CallToolResult,
  type ContentBlock,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
} from '@modelcontextprotocol/server';
import { isTaskResult } from './task-requests.ts';

/**
 * Makes an MCP answer the result of a command: images, audio, resources, `structuredContent` of any form, `_meta`, or a
 * question to the user (`inputRequired(...)`). Over MCP the answer is sent unchanged. In a batch, a pipe or the
 * `DirectClient`, the data is the structured content, else the text, else the content.
 *
 * `code` is the error code of an answer with `isError`.
 */
export function mcpResult(answer: CallToolResult | InputRequiredResult, code = 'UPSTREAM_ERROR'): CommandResult {
  return Object.assign(plainResult(answer, code), { [NATIVE]: answer });
}

/**
 * Makes an MCP error of another server the result of a command. A client that called the tool by its own name gets this
 * error as a JSON-RPC error; every other caller gets `error`.
 */
export function mcpFailure(thrown: ProtocolError, error: CommandError): CommandResult {
  return Object.assign(failure(error), { [NATIVE]: thrown });
}

/** Throws the JSON-RPC error that `mcpFailure` has put into a result. */
export function raiseNative(result: CommandResult): CommandResult {
  const native = (result as { [NATIVE]?: unknown })[NATIVE];
  if (native instanceof ProtocolError) throw native;
  return result;
}

function plainResult(answer: CallToolResult | InputRequiredResult, code: string): CommandResult {
  if (isInputRequiredResult(answer)) {
    const asked = Object.keys(answer.inputRequests ?? {}).join(', ');
    return failure({
      code: 'INPUT_REQUIRED',
      message: `The command must ask the user first${asked && ` (${asked})`}`,
      suggestion: 'Call it by itself, from a client that supports elicitation.',
    });
  }
  if (isTaskResult(answer)) return success(answer);
  const { content, structuredContent, isError } = answer;
  if (!isError) return success(structuredContent ?? textOf(content) ?? content);
  return failure({
    code,
    message: textOf(content) ?? 'The command failed without an error message',
    suggestion: 'Read the message, correct the input and call it again.',
    ...(structuredContent !== undefined && { details: structuredContent }),
  });
}

/** The text of an answer; undefined if it has other content than text. */
function textOf(content: readonly ContentBlock[]): string | undefined {
  const texts = content.map((block) => (block.type === 'text' ? block.text : undefined));
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('\n');
}
