import { type Command, InvalidArgumentError } from 'commander';
import type { CommandEntry } from './program.ts';

/** Every command, in the order of the help. What a command needs is loaded when it runs, and not before. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'serve',
    about: 'Serve all servers of a configuration as one, over stdio or HTTP',
    define: (command) =>
      withConfig(command)
        .option('--http', 'serve over HTTP instead of stdio')
        .option('--port <number>', 'the port of --http', Number)
        .option('--host <name>', 'the address of --http; anything but loopback needs tokens or oauth')
        .option('--strategy <name>', 'what clients see in tools/list (default: auto)'),
    examples: ['foldout serve --config mcp.json', 'foldout serve --http --port 3100'],
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  {
    name: 'import',
    about: 'Make one configuration of what your clients have, and see what that saves',
    define: (command) =>
      withJson(command)
        .argument('[from...]', 'clients (cursor, claude-code, …) or files; every client where it is left out')
        .option('-o, --out <file>', 'where to write; your settings folder where it is left out')
        .option('-y, --yes', 'write without asking')
        .option('--no-start', 'ask no server for its tools: faster, and without figures for those not known yet'),
    examples: [
      'foldout import',
      'foldout import cursor ./mcp.json --out foldout.json --yes',
      'foldout import --json | jq .clients',
    ],
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  {
    name: 'list',
    about: 'List servers with their tools, tokens and states, or the tools of one',
    define: (command) =>
      withJson(withConfig(command))
        .argument('[server]', 'list the tools of this server')
        .option('--tools', 'list the tools of all servers')
        .option('--refresh', 'ask every server again'),
    examples: ['foldout list', 'foldout list github', 'foldout list --tools --json | jq ".[].id"'],
    exits: { 4: 'no server could be reached' },
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'search',
    about: 'Find tools from a plain sentence',
    define: (command) =>
      withJson(withConfig(command))
        .argument('<sentence...>', 'what you want to do')
        .option('-n, --limit <number>', 'how many at most (default: 10)', positive)
        .option('--explain', 'show where each score comes from')
        .option('--refresh', 'ask every server again before'),
    examples: ['foldout search "cancel an order"', 'foldout search --explain put money back on the card'],
    exits: { 1: 'nothing really fits' },
    load: async () => (await import('./commands/search.ts')).search,
  },
  {
    name: 'show',
    about: 'Show a tool level by level: what an agent sees, and what that costs',
    define: (command) =>
      withJson(withConfig(command))
        .argument('<tool>', 'server/tool, or the name alone where one server has it')
        .option('-l, --level <name>', 'one level only: name, summary, signature or full')
        .option('--typescript', 'show it as TypeScript'),
    examples: ['foldout show github/create_issue', 'foldout show create_issue --level signature'],
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    name: 'call',
    about: 'Call a tool',
    define: (command) =>
      withJson(withConfig(command))
        .argument('<tool>', 'server/tool, or the name alone where one server has it')
        .argument('[input...]', 'key=value (typed by the schema), key:=json, one JSON object, or - for JSON on stdin')
        .option('-y, --yes', 'do not ask before a tool that can destroy something')
        .option('--save <folder>', 'write images, audio and other files of the answer there'),
    examples: [
      'foldout call github/create_issue title="A bug" labels=bug labels=ui',
      `foldout call create_issue '{"title": "A bug"}'`,
      'echo \'{"title": "A bug"}\' | foldout call github/create_issue -',
    ],
    exits: { 1: 'the tool answered with an error, or you said no', 4: 'its server could not be reached' },
    load: async () => (await import('./commands/call.ts')).call,
  },
  {
    name: 'generate',
    about: 'Write every tool as a TypeScript file, for agents that write code',
    define: (command) =>
      withJson(withConfig(command))
        .argument('[root]', 'the folder to write to (default: workspace)')
        .option('--check', 'write nothing, only say whether the tree is current')
        .option('--overwrite', 'also rewrite generated files that were edited')
        .option('--refresh', 'ask every server again before'),
    examples: ['foldout generate', 'foldout generate ./workspace --check'],
    exits: { 1: 'with --check: the tree is not current' },
    load: async () => (await import('./commands/generate.ts')).generate,
  },
  {
    name: 'run',
    about: 'Run a TypeScript file against all tools, in a sandbox',
    define: (command) =>
      withJson(withConfig(command))
        .argument('<script>', 'a file, or - for stdin')
        .option('--check', 'check its types first (needs the package typescript)')
        .option('-y, --yes', 'let it call tools that can destroy something')
        .option('--seconds <number>', 'how long it may take (default: 30)', positive)
        .option('--cpu <seconds>', 'how long it may compute (default: 5)', positive)
        .option('--memory <megabytes>', 'how much memory it may use (default: 64)', positive)
        .option('--output <characters>', 'how much it may print and return (default: 64000)', positive)
        .option('--calls <number>', 'how many calls it may make (default: 200)', positive),
    examples: [
      'foldout run report.ts --check',
      `echo 'return (await foldout.searchTools("orders")).length' | foldout run -`,
    ],
    exits: { 1: 'the script failed' },
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    name: 'stats',
    about: 'Show tokens saved, most used tools, searches that found nothing, slowest servers',
    define: (command) =>
      withJson(withConfig(command)).option('--days <number>', 'how many days back (default: 7)', positive),
    examples: ['foldout stats', 'foldout stats --days 30 --json | jq .saved'],
    load: async () => (await import('./commands/stats.ts')).stats,
  },
  {
    name: 'bench',
    about: 'Measure tokens, start-up and call overhead with your own servers',
    define: (command) => withJson(withConfig(command)).option('--svg <file>', 'also write a picture of the figures'),
    examples: ['foldout bench', 'foldout bench --svg tokens.svg'],
    load: async () => (await import('./commands/bench.ts')).bench,
  },
  {
    name: 'doctor',
    about: 'Check configuration, servers and tools, and say how to mend what is wrong',
    define: (command) => withJson(withConfig(command)).argument('[server]', 'only this server'),
    examples: ['foldout doctor', 'foldout doctor github', 'foldout doctor --json | jq .findings'],
    exits: { 1: 'something is broken' },
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'approve',
    about: 'Show tools that are not as they were approved, or approve them',
    define: (command) =>
      withJson(withConfig(command))
        .argument('[tool]', 'server, or server/tool')
        .option('--all', 'approve every one of every server'),
    examples: ['foldout approve', 'foldout approve github/create_issue', 'foldout approve --all'],
    exits: { 1: 'nothing was named, and some wait for approval' },
    load: async () => (await import('./commands/approve.ts')).approve,
  },
  {
    name: 'auth',
    about: 'Sign in at a server that asks for it',
    define: (command) => withJson(withConfig(command)).argument('<server>', 'its name in the configuration'),
    examples: ['foldout auth linear'],
    exits: { 1: 'you are not signed in', 4: 'you are, and the server still does not answer' },
    load: async () => (await import('./commands/auth.ts')).auth,
  },
  {
    name: 'completions',
    about: 'Print a script that completes commands in your shell',
    define: (command) => command.argument('<shell>', 'bash, zsh, fish or powershell'),
    examples: [
      'foldout completions bash >> ~/.bashrc',
      'foldout completions fish > ~/.config/fish/completions/foldout.fish',
    ],
    load: async () => (await import('./commands/completions.ts')).completions,
  },
];

function withConfig(command: Command): Command {
  return command.option('-c, --config <file>', 'the configuration; without it, the usual places are looked through');
}

function withJson(command: Command): Command {
  return command.option('--json', 'print one JSON value, for scripts');
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected a whole number from 1.');
  return value;
}
