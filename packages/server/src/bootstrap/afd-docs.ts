import { defineCommand, type Engine, failure, riskOf, success, type Tool, typescriptOf } from '@foldout/core';
import { z } from 'zod';
import { callableTools } from '../surfaces/callable-tools.ts';

/** `afd-docs`: a command, a category or everything as a Markdown page. */
export function docsCommand(engine: Engine) {
  return defineCommand({
    name: 'afd-docs',
    description: 'Write the reference of the commands as Markdown: one command, one category, or all.',
    category: 'afd',
    executionTime: 'fast',
    input: z.object({ command: z.string().optional(), category: z.string().optional() }),
    handler: ({ command, category }, { scope }) => {
      const all = callableTools(engine.catalog.view(scope));
      const tools = all.filter(
        (tool) =>
          (command === undefined || engine.catalog.addressOf(tool) === command || tool.id === command) &&
          (category === undefined || tool.category === category),
      );
      if (tools.length === 0) {
        return failure({
          code: 'COMMAND_NOT_FOUND',
          message: `Nothing to document for ${JSON.stringify({ command, category })}`,
          suggestion: 'Use afd-discover to list all commands and categories.',
        });
      }
      return success({ markdown: tools.map((tool) => page(tool, engine.catalog.addressOf(tool))).join('\n\n') });
    },
  });
}

function page(tool: Tool, address: string): string {
  const examples = tool.examples.map(({ title, input }) => `- ${title}: \`${JSON.stringify(input)}\``);
  return [
    `## ${address}`,
    tool.description,
    `Category: ${tool.category}. Effect: ${riskOf(tool)}.${tool.tags.length > 0 ? ` Tags: ${tool.tags.join(', ')}.` : ''}`,
    ...(tool.deprecated ? [`**Deprecated.** ${tool.deprecationMessage ?? ''}`.trim()] : []),
    `\`\`\`ts\n${typescriptOf(tool, address)}\n\`\`\``,
    ...(examples.length > 0 ? [`Examples:\n${examples.join('\n')}`] : []),
  ].join('\n\n');
}
