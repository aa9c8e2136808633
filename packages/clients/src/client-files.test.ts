import { describe, expect, it } from 'vitest';
import { CONFIGURED_CLIENTS, CONNECTABLE_CLIENTS } from './client-table.ts';
import type { Machine } from './machine.ts';

const MACHINES: Readonly<Record<string, Machine>> = {
  linux: { platform: 'linux', home: '/home/ada', cwd: '/work/shop', env: {} },
  mac: { platform: 'darwin', home: '/Users/ada', cwd: '/work/shop', env: {} },
  windows: {
    platform: 'win32',
    home: 'C:\\Users\\ada',
    cwd: 'D:\\shop',
    env: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' },
  },
  moved: {
    platform: 'linux',
    home: '/home/ada',
    cwd: '/work/shop',
    env: { XDG_CONFIG_HOME: '/xdg', CODEX_HOME: '/codex', CLAUDE_CONFIG_DIR: '/claude', OPENCODE_CONFIG: '/oc.json' },
  },
};

describe('the configuration files of clients', () => {
  it.each(Object.entries(MACHINES))('are these on %s', (_, machine) => {
    const places = CONFIGURED_CLIENTS.map(({ id, config }) => [id, config.files(machine).map(({ file }) => file)]);
    expect(Object.fromEntries(places)).toMatchSnapshot();
  });

  it('belong to the project where they are in the working folder', () => {
    const files = CONFIGURED_CLIENTS.flatMap(({ config }) => config.files(MACHINES['linux'] as Machine));
    for (const { file, project } of files) expect(project !== undefined).toBe(file.startsWith('/work/shop'));
  });
});

describe('the files that `foldout connect` writes', () => {
  it.each(Object.entries(MACHINES))('are these on %s', (_, machine) => {
    const written = CONNECTABLE_CLIENTS.flatMap(({ id, connection }) =>
      connection.kind === 'file' ? [[id, [...connection.user(machine), ...connection.project(machine)]]] : [],
    );
    expect(Object.fromEntries(written)).toMatchSnapshot();
  });
});
