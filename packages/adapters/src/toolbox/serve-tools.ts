import { createMcpServer, type FoldoutServer, type McpServerOptions } from '@foldout/server';
import type { ToolDefinition } from './tool-definition.ts';
import { ToolsetSource } from './toolset-source.ts';

/** The server part of the tools' addresses. */
const SERVER = 'tools';

/**
 * An MCP server for tools of a framework. Over MCP there is no conversation: `extraFor` makes what the framework would give
 * to the tool, and throws for a call that must not run.
 */
export function serveTools<Extra, Definition extends ToolDefinition<Extra>>(
  definitions: readonly Definition[],
  options: McpServerOptions,
  extraFor: (definition: Definition, input: unknown) => Extra | Promise<Extra>,
): FoldoutServer {
  const served = definitions.map(
    (definition): ToolDefinition<Extra> => ({
      ...definition,
      run: async (input, call) => await definition.run(input, { ...call, extra: await extraFor(definition, input) }),
    }),
  );
  const source = new ToolsetSource<Extra>(SERVER, served);
  return createMcpServer({ commands: [], ...options, sources: [source, ...(options.sources ?? [])] });
}

/** An MCP server cannot ask a user for approval. */
export function approvalNeeded(): Error {
  return new Error('this call needs an approval, which cannot be given over MCP');
}
