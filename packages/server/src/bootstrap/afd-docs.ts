import { defineCommand, type Engine, failure, success, type Tool, typescriptOf } from '@foldout/core';
import { META_WORDS, riskOf } from '@foldout/core/internal';
import { z } from 'zod';

/** `afd-docs`: a command, a category or everything as a Markdown page. */
export function docsCommand(engine: Engine) {
  return defineCommand({
    name: 'afd-docs',
    description: 'Write the reference of the commands as Markdown: one command, one category, or all.',
    category: 'afd',
    executionTime: 'fast',
    mutation: false,
    input: z.object({ command: z.string().optional(), category: z.string().optional() }),
    handler: ({ command, category }, { scope, words = META_WORDS }) => {
      const all = engine.list({ everyContext: true }, { scope });
      const tools = all.filter(
        (tool) =>
          (command === undefined || engine.catalog.addressOf(tool) === command || tool.id === command) &&
          (category === undefined || tool.category === category),
      );
      if (tools.length === 0) {
        return failure({
          code: 'COMMAND_NOT_FOUND',
          message: `Nothing to document for ${JSON.stringify({ command, category })}`,
          suggestion: `${words.find() ?? 'Use another name'}.`,
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
