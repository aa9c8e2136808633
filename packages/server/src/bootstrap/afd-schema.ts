import { defineCommand, type Engine, success, typescriptOf } from '@foldout/core';
import { z } from 'zod';

/** `afd-schema`: the schemas of all commands at once, for generators and for people. */
export function schemaCommand(engine: Engine) {
  return defineCommand({
    name: 'afd-schema',
    description: 'The input schemas of all commands at once. Long: prefer afd-detail for a few.',
    category: 'afd',
    executionTime: 'fast',
    mutation: false,
    input: z.object({ category: z.string().optional(), format: z.enum(['schema', 'typescript']).optional() }),
    handler: ({ category, format = 'schema' }, { scope }) => {
      const tools = engine
        .list({ everyContext: true }, { scope })
        .filter((tool) => category === undefined || tool.category === category);
      const schemas = tools.map((tool) => {
        const address = engine.catalog.addressOf(tool);
        return [address, format === 'typescript' ? typescriptOf(tool, address) : tool.inputSchema];
      });
      return success({ schemas: Object.fromEntries(schemas) }, { reasoning: `${tools.length} schemas`, confidence: 1 });
    },
  });
}
