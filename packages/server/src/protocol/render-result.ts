import { type CommandError, type CommandResult, type Engine, NATIVE } from '@foldout/core';
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type Server,
} from '@modelcontextprotocol/server';

/**
 * A result as MCP sends it. What is an MCP answer already goes on untouched; everything else is
 * structured content, with a text that says the same in as few tokens as it can.
 */
export function renderResult(
  server: Server,
  engine: Engine,
  result: CommandResult,
  shortText: (data: unknown) => string | undefined,
): CallToolResult | InputRequiredResult {
  const native = (result as { [NATIVE]?: CallToolResult | InputRequiredResult | Error })[NATIVE];
  if (native && !(native instanceof Error))
    return isInputRequiredResult(native) ? native : server.projectCallToolResult(native, undefined);
  const { result: bounded, text } = engine.pager.bound(result);
  if (!bounded.success) {
    return {
      content: [{ type: 'text', text: renderError(bounded.error) }],
      structuredContent: structured(bounded),
      isError: true,
    };
  }
  const cut = bounded !== result;
  const body = cut ? text : (shortText(bounded.data) ?? text);
  const warnings = (bounded.warnings ?? []).map((warning) => `\n! ${warning}`).join('');
  return { content: [{ type: 'text', text: `${body || 'done'}${warnings}` }], structuredContent: structured(bounded) };
}

/** A result is plain data: it is sent as it is, not copied first. */
function structured(result: CommandResult): Record<string, unknown> {
  return result as unknown as Record<string, unknown>;
}

function renderError({ code, message, suggestion, details }: CommandError): string {
  const signature = (details as { signature?: unknown } | undefined)?.signature;
  return [`${code}: ${message}`, suggestion, ...(typeof signature === 'string' ? [signature] : [])].join('\n');
}
