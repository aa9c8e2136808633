import { join } from 'node:path';
import { type CommandRecipe, type Launch, onNode, type Place, SERVER, write } from '../recipe.ts';

/** Calls run without `--json`: the script reads the same text that people and agents with a shell read. */
export const mcporter: CommandRecipe = {
  id: 'mcporter',
  title: 'mcporter',
  packages: ['mcporter'],
  node: 24,
  list: (place) => run(place, 'list', SERVER, '--json'),
  call: (place, tool, input) => run(place, 'call', `${SERVER}.${tool}`, '--args', JSON.stringify(input)),
  readTools(output) {
    try {
      const { tools = [] } = JSON.parse(output);
      return tools;
    } catch {
      return [];
    }
  },
  readResult: (text) => ({ text, images: 0 }),
};

function run(place: Place, ...request: string[]): Launch {
  const { gateway, home } = place;
  const entry = 'url' in gateway ? { baseUrl: gateway.url } : gateway;
  const config = write(join(home, 'mcporter.json'), { mcpServers: { [SERVER]: entry }, imports: [] });
  const { command, args } = onNode(place, 'mcporter', 'dist', 'cli.js');
  return { command, args: [...args, '--config', config, ...request] };
}
