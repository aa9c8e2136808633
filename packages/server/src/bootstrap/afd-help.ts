import { type CallContext, defineCommand, type Engine, success } from '@foldout/core';
import { z } from 'zod';

const HOW_TO = {
  discover: 'afd-discover { search | category | tag, level: name|summary|signature|full } lists commands',
  detail: 'afd-detail { command, format: schema|typescript, known } shows schemas',
  call: 'afd-call { command, input, select } runs one, under every toolStrategy',
  batch: 'afd-batch { commands, options } runs several, each with its own result',
  pipe: 'afd-pipe { steps, options } chains them with $prev, $first, $input, $steps[n], $steps.alias',
  more: 'afd-more { cursor } continues a result that was cut',
} as const;

export interface ServerFacts {
  readonly name: string;
  readonly version: string;
  /** The surface of this caller, and why. */
  readonly strategyFor: (caller: CallContext) => string;
}

/** `afd-help`: what this server can do and how to use it, grouped by category. */
export function helpCommand(engine: Engine, facts: ServerFacts) {
  return defineCommand({
    name: 'afd-help',
    description: 'Explain this server: how to find and run its commands, and which there are, by category.',
    category: 'afd',
    executionTime: 'instant',
    mutation: false,
    input: z.object({ category: z.string().optional().describe('Only the commands of this category') }),
    handler: ({ category }, context) => {
      const tools = engine
        .list({ everyContext: true }, context)
        .filter((tool) => category === undefined || tool.category === category);
      const commands: Record<string, string[]> = {};
      for (const tool of tools) {
        commands[tool.category] ??= [];
        commands[tool.category]?.push(`${engine.catalog.addressOf(tool)}: ${tool.summary}`);
      }
      return success(
        {
          server: `${facts.name} ${facts.version}`,
          toolStrategy: facts.strategyFor(context),
          howTo: HOW_TO,
          total: tools.length,
          commands,
        },
        { reasoning: `${tools.length} commands in ${Object.keys(commands).length} categories`, confidence: 1 },
      );
    },
  });
}
