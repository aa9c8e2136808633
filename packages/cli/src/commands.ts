import type { CommandEntry } from './program.ts';

/** Every command, in the order of the help. What a command needs is loaded when it runs, and not before. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'serve',
    about: 'Serve all servers of a configuration as one, over stdio or HTTP',
    define: (command) =>
      command
        .option('-c, --config <file>', 'the configuration; without it, the usual places are looked through')
        .option('--http', 'serve over HTTP instead of stdio')
        .option('--port <number>', 'the port of --http', Number)
        .option('--host <name>', 'the address of --http; anything but loopback needs tokens or oauth')
        .option('--strategy <name>', 'what clients see in tools/list (default: auto)'),
    examples: ['foldout serve --config mcp.json', 'foldout serve --http --port 3100'],
    load: async () => (await import('./commands/serve.ts')).serve,
  },
];
