import { defineCommand, type Engine, success } from '@foldout/core';
import { z } from 'zod';
import { type McpServerOptions, SERVER_DEFAULTS } from '../options.ts';
import { callableTools } from '../surfaces/callable-tools.ts';

const HOW_TO = {
  discover: 'afd-discover { search | category | tag, level: name|summary|signature|full } lists commands',
  detail: 'afd-detail { command, format: schema|typescript, known } shows schemas',
  call: 'afd-call { command, input, select } runs one, under every toolStrategy',
  batch: 'afd-batch { commands, options } runs several, each with its own result',
  pipe: 'afd-pipe { steps, options } chains them with $prev, $first, $input, $steps[n], $steps.alias',
  more: 'afd-more { cursor } continues a result that was cut',
} as const;

/** `afd-help`: what this server can do and how to use it, grouped by category. */
export function helpCommand(engine: Engine, options: McpServerOptions) {
  return defineCommand({
    name: 'afd-help',
    description: 'Explain this server: how to find and run its commands, and which there are, by category.',
    category: 'afd',
    executionTime: 'instant',
    input: z.object({ category: z.string().optional().describe('Only the commands of this category') }),
    handler: ({ category }) => {
      const tools = callableTools(engine).filter((tool) => category === undefined || tool.category === category);
      const commands: Record<string, string[]> = {};
      for (const tool of tools) {
        commands[tool.category] ??= [];
        commands[tool.category]?.push(`${engine.catalog.addressOf(tool)}: ${tool.summary}`);
      }
      return success(
        {
          server: `${options.name} ${options.version}`,
          toolStrategy: options.toolStrategy ?? SERVER_DEFAULTS.toolStrategy,
          howTo: HOW_TO,
          total: tools.length,
          commands,
        },
        { reasoning: `${tools.length} commands in ${Object.keys(commands).length} categories`, confidence: 1 },
      );
    },
  });
}
