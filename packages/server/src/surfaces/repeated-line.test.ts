import { describe, expect, it } from 'vitest';
import { command } from '../../../../test/fixtures/tools.ts';
import { createMcpServer } from '../create-mcp-server.ts';
import { TOOL_STRATEGIES, type ToolStrategy } from './strategies.ts';

const commands = Array.from({ length: 30 }, (_, index) => command(`area${index % 3}-do-${index}`));
const served = (toolStrategy: ToolStrategy, repeatInstructions?: boolean) =>
  createMcpServer({
    name: 'x',
    version: '1',
    commands,
    toolStrategy,
    ...(repeatInstructions && { repeatInstructions }),
  });

describe('instructions that are repeated', () => {
  it.each(TOOL_STRATEGIES)(
    'stand in the description of the tool that finds others, and nowhere else: %s',
    (strategy) => {
      const plain = served(strategy).listTools();
      const told = served(strategy, true).listTools();
      const changed = told.filter((tool, index) => tool.description !== plain[index]?.description);
      // Surfaces that list every tool have no search tool and no instructions.
      expect(changed.length).toBe(['individual', 'grouped'].includes(strategy) ? 0 : 1);
      for (const tool of changed) expect(tool.description).toMatch(/\b30 (commands|more tools)\b/);
    },
  );

  it('follow the catalog', () => {
    const server = served('lazy', true);
    server.addCommand(command('area9-new'));
    expect(server.listTools()[0]?.description).toContain('31 commands');
  });
});
