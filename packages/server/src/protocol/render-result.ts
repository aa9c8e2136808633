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
  const native = (result as { [NATIVE]?: CallToolResult | InputRequiredResult })[NATIVE];
  if (native) return isInputRequiredResult(native) ? native : server.projectCallToolResult(native, undefined);
  const { result: bounded, text } = engine.pager.bound(result);
  if (!bounded.success) {
    return {
      content: [{ type: 'text', text: renderError(bounded.error) }],
      structuredContent: { ...bounded },
      isError: true,
    };
  }
  const cut = bounded !== result;
  const body = cut ? text : (shortText(bounded.data) ?? text);
  const lines = [body || 'done', ...(bounded.warnings ?? []).map((warning) => `! ${warning}`)];
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { ...bounded } };
}

function renderError({ code, message, suggestion, details }: CommandError): string {
  const signature = (details as { signature?: unknown } | undefined)?.signature;
  return [`${code}: ${message}`, suggestion, ...(typeof signature === 'string' ? [signature] : [])].join('\n');
}
