import { asRaw } from '../config/client-fields.ts';
import { type Client, join, ofProject, personal } from './client.ts';

export const claudeCode: Client = {
  id: 'claude-code',
  title: 'Claude Code',
  files: (machine) => {
    const folder = machine.env['CLAUDE_CONFIG_DIR'] || machine.home;
    return [...ofProject(machine, '.mcp.json'), ...personal(join(machine, folder, '.claude.json'))];
  },
  /** One file holds the servers of the person and of every project; those of this project come first. */
  places: (root, { cwd }) => {
    const projects = Object.keys(asRaw(root['projects'])).sort((a, b) => Number(b === cwd) - Number(a === cwd));
    return [
      { path: ['mcpServers'] },
      ...projects.map((project) => ({ path: ['projects', project, 'mcpServers'], project })),
    ];
  },
};
