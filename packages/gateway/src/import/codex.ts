import { type Client, join, ofProject, personal } from './client.ts';

export const codex: Client = {
  id: 'codex',
  title: 'Codex',
  syntax: 'toml',
  files: (machine) => {
    const folder = machine.env['CODEX_HOME'] || join(machine, machine.home, '.codex');
    return [...ofProject(machine, '.codex/config.toml'), ...personal(join(machine, folder, 'config.toml'))];
  },
  places: () => [{ path: ['mcp_servers'] }],
};
