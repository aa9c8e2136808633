import { repeated, withConfig, withJson } from './command-options.ts';
import type { CommandEntry } from './program.ts';

/** The commands that change which servers there are, and which clients use them. */
export const CONFIGURING: readonly CommandEntry[] = [
  {
    name: 'import',
    about: 'Merge the MCP servers of your clients into one configuration and show the savings',
    define: (command) =>
      withJson(command)
        .argument(
          '[from...]',
          'clients (cursor, claude-code, …), files, or - for servers on stdin (default: all clients)',
        )
        .option('-o, --out <file>', 'file to write (default: foldout.json in your settings folder)')
        .option('-y, --yes', 'write without asking')
        .option('--share', 'let every client use the imported servers, not only the clients that had them')
        .option(
          '--move-secrets',
          'move the secrets of these servers to the keychain or the encrypted file without asking',
        )
        .option(
          '--no-start',
          'do not start servers; tool and token counts of servers that were never started are missing',
        ),
    examples: [
      'foldout import',
      'foldout import cursor ./mcp.json --out foldout.json --yes',
      'foldout import --json | jq .clients',
    ],
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  {
    name: 'connect',
    about: 'Put Foldout into your MCP clients, in place of their servers',
    define: (command) =>
      withJson(command)
        .argument('[client...]', 'clients (cursor, claude-code, …; default: all that are installed)')
        .option(
          '-c, --config <file>',
          'configuration of Foldout that gets their servers (default: your settings folder)',
        )
        .option('--dry-run', 'show the changes and write nothing')
        .option('-y, --yes', 'write without asking')
        .option('--project', 'edit the files of the project in the working folder instead of yours')
        .option('--http [url]', 'connect to a running foldout serve --http (default: http://127.0.0.1:3200/mcp)')
        .option('--keep', 'leave the servers that Foldout replaces in the files of the clients')
        .option('--share', 'let every client use the servers of all')
        .option(
          '--move-secrets',
          'move the secrets of these servers to the keychain or the encrypted file without asking',
        ),
    examples: ['foldout connect', 'foldout connect cursor codex --yes', 'foldout connect --dry-run'],
    exits: { 1: 'no client was found, or a client could not be connected' },
    load: async () => (await import('./commands/connect.ts')).connect,
  },
  {
    name: 'disconnect',
    about: 'Take Foldout out of your MCP clients, and give them their files back',
    define: (command) =>
      withJson(command)
        .argument('[client...]', 'clients (default: all that are connected)')
        .option('--dry-run', 'show the changes and write nothing')
        .option('-y, --yes', 'write without asking')
        .option('--project', 'only the files of the project in the working folder'),
    examples: ['foldout disconnect --yes', 'foldout disconnect cursor', 'foldout disconnect --dry-run'],
    exits: { 1: 'no client is connected, or a client could not be disconnected' },
    load: async () => (await import('./commands/disconnect.ts')).disconnect,
  },
  {
    name: 'add',
    about: 'Add a server: shows what will run, starts it once, shows its tools, and then writes',
    define: (command) =>
      withJson(command)
        .argument(
          '<source...>',
          'npm package, pypi:<package>, URL, command line, server.json, .mcpb bundle, or name in the MCP registry',
        )
        .option(
          '-c, --config <file>',
          'configuration to edit (default: the one that is found, or your settings folder)',
        )
        .option('-n, --name <name>', 'name of the server (default: made from the source)')
        .option('-e, --env <name=value>', 'environment variable of the server; can be repeated', repeated)
        .option('-H, --header <name:value>', 'header of every request; can be repeated', repeated)
        .option('--registry <url>', 'address of the MCP registry (default: FOLDOUT_REGISTRY, or the official one)')
        .option('-y, --yes', 'write without asking')
        .option('--move-secrets', 'move the secrets of the server to the keychain or the encrypted file without asking')
        .option('--no-start', 'do not start the server first')
        .passThroughOptions(),
    examples: [
      'foldout add @modelcontextprotocol/server-memory',
      'foldout add --name files npx -y @modelcontextprotocol/server-filesystem .',
      'foldout add https://mcp.example.com/mcp',
    ],
    exits: {
      1: 'the registry has no such server, or the bundle is invalid',
      4: 'the server or the registry did not answer',
    },
    load: async () => (await import('./commands/add.ts')).add,
  },
  {
    name: 'remove',
    about: 'Remove a server from the configuration',
    define: (command) => withJson(withConfig(command)).argument('<server>', 'name of the server in the configuration'),
    examples: ['foldout remove github'],
    load: async () => (await import('./commands/edit.ts')).remove,
  },
  {
    name: 'enable',
    about: 'Load a server again that was disabled',
    define: (command) => withJson(withConfig(command)).argument('<server>', 'name of the server in the configuration'),
    examples: ['foldout enable github'],
    load: async () => (await import('./commands/edit.ts')).enable,
  },
  {
    name: 'disable',
    about: 'Keep a server in the configuration, and do not load it',
    define: (command) => withJson(withConfig(command)).argument('<server>', 'name of the server in the configuration'),
    examples: ['foldout disable github'],
    load: async () => (await import('./commands/edit.ts')).disable,
  },
  {
    name: 'edit',
    about: 'Show the settings of a server, or change some',
    define: (command) =>
      withJson(withConfig(command))
        .argument('<server>', 'name of the server in the configuration')
        .argument('[settings...]', 'key=value, key:=json, env.NAME=value; key= removes the field'),
    examples: ['foldout edit github', 'foldout edit github description="Issues and pull requests" env.LOG=debug'],
    load: async () => (await import('./commands/edit.ts')).edit,
  },
];
