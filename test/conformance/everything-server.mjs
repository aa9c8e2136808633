// A Foldout server with every feature that the official conformance suite tests.
// node test/conformance/everything-server.mjs --strategy lazy --port 3101
import { parseArgs } from 'node:util';
import { createMcpServer, success } from '@foldout/server';
import { askingCommands } from './everything/asking-commands.mjs';
import { command, contentCommands } from './everything/content-commands.mjs';
import { inputRequiredCommands, states } from './everything/input-required.mjs';
import { addPrompts } from './everything/prompts.mjs';
import { addResources } from './everything/resources.mjs';

const { values } = parseArgs({
  options: { strategy: { type: 'string', default: 'lazy' }, port: { type: 'string', default: '0' } },
});

const passing = command('test_passing', 'Comes and goes', () => success('Still here.'));

const server = createMcpServer({
  name: 'conformance',
  version: '1.0.0',
  toolStrategy: values.strategy,
  transport: 'http',
  port: Number(values.port),
  commands: [
    ...contentCommands,
    ...askingCommands,
    ...inputRequiredCommands,
    command('test_trigger_tool_change', 'Changes the list of tools', () => {
      server.addCommand(passing);
      server.removeCommand(passing.name);
      return success('Added a tool and took it away again.');
    }),
    command('test_trigger_prompt_change', 'Says that the list of prompts has changed', () => {
      server.notify.promptsChanged();
      return success('Told everyone who listens.');
    }),
  ],
  capabilities: { logging: {}, prompts: { listChanged: true }, resources: { subscribe: true } },
  requestState: { verify: states.verify },
  extend: (mcp) => {
    addPrompts(mcp);
    addResources(mcp);
  },
});
server.on('problem', (error) => console.error(error.message));

await server.start();
process.stdout.write(`${server.url}\n`);
process.once('SIGTERM', () => server.stop());
