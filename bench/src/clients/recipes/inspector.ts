import { join } from 'node:path';
import { type CommandRecipe, type Launch, onNode, type Place, SERVER, write } from '../recipe.ts';
import { readContent } from '../wire/wire.ts';

export const inspector: CommandRecipe = {
  id: 'inspector',
  title: 'MCP Inspector',
  packages: ['@modelcontextprotocol/inspector'],
  node: 22,
  list: (place) => inspect(place, '--method', 'tools/list'),
  call(place, tool, input) {
    const args = Object.entries(input).map(([name, value]) => `${name}=${argument(value)}`);
    return inspect(place, '--method', 'tools/call', '--tool-name', tool, ...args.flatMap((arg) => ['--tool-arg', arg]));
  },
  readTools: (output) => firstJson(output)?.tools ?? [],
  readResult: (output) => readContent(firstJson(output)?.content ?? output),
};

function inspect(place: Place, ...method: string[]): Launch {
  const { gateway, home } = place;
  const entry = 'url' in gateway ? { type: 'streamable-http', ...gateway } : { type: 'stdio', ...gateway };
  const config = write(join(home, 'inspector.json'), { mcpServers: { [SERVER]: entry } });
  const { command, args } = onNode(
    place,
    '@modelcontextprotocol/inspector',
    'clients',
    'launcher',
    'build',
    'index.js',
  );
  return { command, args: [...args, '--cli', '--config', config, '--server', SERVER, ...method] };
}

function argument(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

// biome-ignore lint/suspicious/noExplicitAny: the output of another program.
function firstJson(output: string): any {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
