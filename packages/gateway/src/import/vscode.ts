import { isRaw } from '../config/client-fields.ts';
import { type Client, join, ofProject, personal, settingsFolder } from './client.ts';

const EDITIONS = ['Code', 'Code - Insiders', 'VSCodium'];

export const vscode: Client = {
  id: 'vscode',
  title: 'VS Code',
  files: (machine) => {
    const folders = EDITIONS.map((edition) => join(machine, settingsFolder(machine), edition, 'User'));
    return [
      ...ofProject(machine, '.vscode/mcp.json', '.vscode/settings.json'),
      ...folders.flatMap((folder) =>
        personal(join(machine, folder, 'mcp.json'), join(machine, folder, 'settings.json')),
      ),
    ];
  },
  /** `servers` in a file of their own, `mcp.servers` among the settings, nested or with a dot. */
  places: (root) => {
    if (isRaw(root['servers'])) return [{ path: ['servers'] }];
    return isRaw(root['mcp.servers']) ? [{ path: ['mcp.servers'] }] : [{ path: ['mcp', 'servers'] }];
  },
};
