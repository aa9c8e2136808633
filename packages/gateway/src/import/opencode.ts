import { type Client, dotConfig, join, ofProject, personal } from './client.ts';

export const opencode: Client = {
  id: 'opencode',
  title: 'OpenCode',
  files: (machine) => {
    const folder = join(machine, dotConfig(machine), 'opencode');
    const named = machine.env['OPENCODE_CONFIG'];
    return [
      ...ofProject(machine, 'opencode.json', 'opencode.jsonc'),
      ...personal(...(named ? [named] : [])),
      ...personal(join(machine, folder, 'opencode.json'), join(machine, folder, 'opencode.jsonc')),
    ];
  },
  places: () => [{ path: ['mcp'] }],
};
