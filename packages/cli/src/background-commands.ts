import { positive, withConfig, withJson } from './command-options.ts';
import type { CommandEntry } from './program.ts';

/** The commands of the background gateway. */
export const BACKGROUND_COMMANDS: readonly CommandEntry[] = [
  {
    name: 'status',
    about: 'Show the background gateway: its clients, servers and memory',
    define: (command) => withJson(withConfig(command)),
    examples: ['foldout status', 'foldout status --json | jq ".[].clients"'],
    exits: { 1: 'no background gateway is running' },
    load: async () => (await import('./commands/status.ts')).status,
  },
  {
    name: 'stop',
    about: 'Stop the background gateway and its servers; connected clients lose their connection',
    define: (command) => withConfig(command),
    examples: ['foldout stop'],
    exits: { 1: 'a background gateway could not be stopped' },
    load: async () => (await import('./commands/stop.ts')).stop,
  },
  {
    name: 'restart',
    about: 'Stop the background gateway and start it again; clients have to connect again',
    define: (command) => withConfig(command),
    examples: ['foldout restart'],
    exits: { 1: 'no background gateway is running' },
    load: async () => (await import('./commands/restart.ts')).restart,
  },
  {
    name: 'logs',
    about: 'Show the log of the background gateway',
    define: (command) =>
      withConfig(command)
        .option('-n, --lines <number>', 'number of lines (default: 100)', positive)
        .option('-f, --follow', 'go on with new lines until you press Ctrl-C'),
    examples: ['foldout logs', 'foldout logs -n 20 --follow'],
    exits: { 1: 'there is no log' },
    load: async () => (await import('./commands/logs.ts')).logs,
  },
  {
    name: 'service',
    about: 'Start the background gateway when you log in (systemd, launchd or a Windows task)',
    define: (command) =>
      withConfig(command)
        .argument('<action>', 'install or uninstall')
        .option('--print', 'print the file instead of writing it'),
    examples: ['foldout service install', 'foldout service install --print', 'foldout service uninstall'],
    load: async () => (await import('./commands/service.ts')).service,
  },
];
