import { type CommandError, type CommandResult, failure, NATIVE, success } from '@foldout/core';
import {
  type CallToolResult,
  type ContentBlock,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
} from '@modelcontextprotocol/server';

/**
 * Makes an MCP answer the result of a command: images, audio, resources, `structuredContent` of any form,
 * `_meta`, or a question to the user (`inputRequired(...)`). Over MCP it is sent as it is. Inside a batch, a
 * pipe or the `DirectClient` the command has its structured content, or else its text or content, as data.
 *
 * `code` is the error code of an answer with `isError`.
 */
export function mcpResult(answer: CallToolResult | InputRequiredResult, code = 'UPSTREAM_ERROR'): CommandResult {
  return Object.assign(plainResult(answer, code), { [NATIVE]: answer });
}

/**
 * Makes an MCP error of another server the result of a command. A caller who named the tool itself gets it as the
 * protocol sends errors; everyone else gets `error`.
 */
export function mcpFailure(thrown: ProtocolError, error: CommandError): CommandResult {
  return Object.assign(failure(error), { [NATIVE]: thrown });
}

/** Throws the error that a result stands for, where it stands for one. */
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
      message: `The command has to ask its user first${asked && ` (${asked})`}`,
      suggestion: 'Call it by itself, from a client that can ask its user.',
    });
  }
  const { content, structuredContent, isError } = answer;
  if (!isError) return success(structuredContent ?? textOf(content) ?? content);
  return failure({
    code,
    message: textOf(content) ?? 'The command answered with an error and no text',
    suggestion: 'Read the message, correct the input and call it again.',
    ...(structuredContent !== undefined && { details: structuredContent }),
  });
}

/** The text of an answer that is nothing but text. */
function textOf(content: readonly ContentBlock[]): string | undefined {
  const texts = content.map((block) => (block.type === 'text' ? block.text : undefined));
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join('\n');
}
