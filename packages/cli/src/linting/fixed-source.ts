import { failure, type Tool, type ToolSource } from '@foldout/core';

/** Tools that can be listed and found, and not called. */
export function fixedSource(server: string, tools: readonly Tool[]): ToolSource {
  return {
    server,
    tools: () => tools,
    exposes: () => true,
    validate: (_tool, value) => ({ valid: true, value }),
    invoke: () =>
      failure({ code: 'COMMAND_NOT_EXPOSED', message: 'A lint calls no tool', suggestion: 'Use foldout call.' }),
    subscribe: () => () => {},
  };
}
