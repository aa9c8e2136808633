import { Option } from 'commander';
import { BACKGROUND_COMMANDS } from './background-commands.ts';
import { port, positive, withConfig, withJson } from './command-options.ts';
import { CONFIGURING } from './configuring-commands.ts';
import { POLICY_COMMANDS } from './policy-commands.ts';
import type { CommandEntry } from './program.ts';
import { SEARCH_COMMANDS } from './search-commands.ts';

/** Every command, in the order of the help. The code of a command is loaded when it runs, to keep the start fast. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'serve',
    about: 'Serve all configured MCP servers as one, over stdio or HTTP',
    define: (command) =>
      withConfig(command)
        .option('--http', 'serve over HTTP instead of stdio')
        .option('--port <number>', 'port for --http (default: 3200, or a free port if 3200 is in use)', port)
        .option(
          '--host <name>',
          'address for --http; a non-loopback address requires tokens or oauth in the configuration',
        )
        .option('--strategy <name>', 'which tools clients see in tools/list: auto, lazy, individual, … (default: auto)')
        .option('--no-learning', 'do not record usage, for measurements and demos')
        .option('--profile <name>', 'serve this profile of the configuration over stdio')
        .option('--client <id>', 'serve only the servers that this client may use; foldout connect writes it')
        .option('--isolated', 'over stdio: do not share a background gateway with other clients')
        .addOption(new Option('--in-folder', 'the file of --config was found in a working folder').hideHelp())
        .addOption(new Option('--background [key]', 'serve as the background gateway of all clients').hideHelp()),
    examples: ['foldout serve --config mcp.json', 'foldout serve --http --port 3100'],
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  ...BACKGROUND_COMMANDS,
  ...CONFIGURING,
  {
    name: 'list',
    about: 'List servers with state, tools and tokens, or list the tools of one server',
    define: (command) =>
      withJson(withConfig(command))
        .argument('[server]', 'list the tools of this server')
        .option('--tools', 'list the tools of all servers')
        .option('--refresh', 'start every server and read its tools again'),
    examples: ['foldout list', 'foldout list github', 'foldout list --tools --json | jq ".[].id"'],
    exits: { 4: 'no server answered' },
    load: async () => (await import('./commands/list.ts')).list,
  },
  {
    name: 'search',
    about: 'Find tools from a plain sentence',
    define: (command) =>
      withJson(withConfig(command))
        .argument('<sentence...>', 'what you want to do, in plain words')
        .option('-n, --limit <number>', 'maximum number of tools (default: 10)', positive)
        .option('--explain', 'show how each score is computed')
        .option('--refresh', 'start every server and read its tools first'),
    examples: ['foldout search "cancel an order"', 'foldout search --explain put money back on the card'],
    exits: { 1: 'no tool fits well', 4: 'no server answered' },
    load: async () => (await import('./commands/search.ts')).search,
  },
  ...SEARCH_COMMANDS,
  {
    name: 'show',
    about: 'Show a tool at every level of detail, with its tokens, or the instructions of a server',
    define: (command) =>
      withJson(withConfig(command))
        .argument('<tool>', 'server/tool, the tool name alone if it is unique, or a server')
        .option('-l, --level <name>', 'show one level only: name, summary, signature or full')
        .option('--typescript', 'show the TypeScript declaration'),
    examples: ['foldout show github/create_issue', 'foldout show create_issue --level signature'],
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    name: 'call',
    about: 'Call a tool',
    define: (command) =>
      withJson(withConfig(command))
        .argument('<tool>', 'server/tool, or the tool name alone if it is unique')
        .argument(
          '[input...]',
          'key=value (converted to the type in the schema), key:=json, one JSON object, or - for JSON on stdin',
        )
        .option('-y, --yes', 'call a destructive tool without asking')
        .option('--save <folder>', 'save images, audio and other files of the answer in this folder'),
    examples: [
      'foldout call github/create_issue title="A bug" labels=bug labels=ui',
      `foldout call create_issue '{"title": "A bug"}'`,
      'echo \'{"title": "A bug"}\' | foldout call github/create_issue -',
    ],
    exits: { 1: 'the tool returned an error, or you answered no', 4: 'the server did not answer' },
    load: async () => (await import('./commands/call.ts')).call,
  },
  {
    name: 'generate',
    about: 'Write a TypeScript file for every tool, for agents that write code',
    define: (command) =>
      withJson(withConfig(command))
        .argument('[root]', 'folder to write to (default: workspace)')
        .option('--check', 'write nothing; report whether the files are up to date')
        .option('--overwrite', 'replace generated files even if they were edited')
        .option('--python', 'also write Python modules with type hints, and keep them up to date from then on')
        .option('--no-python', 'remove the Python modules')
        .option('--watch', 'write again when the configuration or the tools of a server change')
        .option('--refresh', 'start every server and read its tools first'),
    examples: ['foldout generate', 'foldout generate ./workspace --check', 'foldout generate --python'],
    exits: { 1: 'with --check: the files are out of date', 4: 'no server answered' },
    load: async () => (await import('./commands/generate.ts')).generate,
  },
  {
    name: 'run',
    about: 'Run a TypeScript file that can call all tools, in a sandbox',
    define: (command) =>
      withJson(withConfig(command))
        .argument('<script>', 'file to run, or - for stdin')
        .option('--check', 'type-check it first (needs the package typescript)')
        .option('-y, --yes', 'allow it to call destructive tools')
        .option('--watch', 'run it again when the file changes')
        .option('--seconds <number>', 'maximum running time (default: 30)', positive)
        .option('--cpu <seconds>', 'maximum processor time (default: 5)', positive)
        .option('--memory <megabytes>', 'maximum memory (default: 64)', positive)
        .option('--output <characters>', 'maximum length of its output and result (default: 64000)', positive)
        .option('--calls <number>', 'maximum number of tool calls (default: 200)', positive),
    examples: [
      'foldout run report.ts --check',
      `echo 'return (await foldout.searchTools("orders")).length' | foldout run -`,
    ],
    exits: { 1: 'the script failed' },
    load: async () => (await import('./commands/run.ts')).run,
  },
  {
    name: 'functions',
    about: 'List, save, test, share, remove or export the functions that agents keep',
    define: (command) =>
      withJson(withConfig(command))
        .argument('[action]', 'list, show, save, test, share, remove or export (default: list)')
        .argument('[target]', 'the function; a TypeScript file for save; a folder for export (default: workspace)')
        .option('-y, --yes', 'with test: allow it to call destructive tools'),
    examples: [
      'foldout functions',
      'foldout functions save copy-note.ts',
      'foldout functions test copyNote',
      'foldout functions share copyNote',
    ],
    exits: { 1: 'the function is wrong, or there is none of this name' },
    load: async () => (await import('./commands/functions.ts')).functions,
  },
  {
    name: 'skills',
    about: 'Install two skills that tell agents with a shell how to find and call the tools',
    define: (command) =>
      withJson(withConfig(command))
        .argument('<action>', 'install')
        .argument('[folder]', 'project or home folder (default: the working folder)')
        .option(
          '--for <agents>',
          'claude (.claude/skills), agents (.agents/skills, also for Codex), or both: claude,agents',
        )
        .option('--overwrite', 'replace skills of the same name that Foldout did not write')
        .option('--refresh', 'start every server and read its tools first'),
    examples: ['foldout skills install', 'foldout skills install ~ --for claude'],
    exits: { 1: 'there is a skill of the same name that Foldout did not write', 4: 'no server answered' },
    load: async () => (await import('./commands/skills.ts')).skills,
  },
  {
    name: 'learned',
    about: 'Show, or forget, what your searches and results have taught',
    define: (command) => withJson(withConfig(command)).argument('[action]', 'show or forget (default: show)'),
    examples: ['foldout learned', 'foldout learned forget'],
    load: async () => (await import('./commands/learned.ts')).learned,
  },
  {
    name: 'stats',
    about: 'Show saved tokens, most used tools, searches without a good result, slowest servers',
    define: (command) =>
      withJson(withConfig(command)).option('--days <number>', 'number of days (default: 7)', positive),
    examples: ['foldout stats', 'foldout stats --days 30 --json | jq .saved'],
    load: async () => (await import('./commands/stats.ts')).stats,
  },
  {
    name: 'bench',
    about: 'Measure tokens, start time and call overhead with your own servers',
    define: (command) => withJson(withConfig(command)).option('--svg <file>', 'also write the results as an SVG image'),
    examples: ['foldout bench', 'foldout bench --svg tokens.svg'],
    load: async () => (await import('./commands/bench.ts')).bench,
  },
  {
    name: 'doctor',
    about: 'Check configuration, servers and tools, and say how to fix each problem',
    define: (command) =>
      withJson(withConfig(command))
        .argument('[server]', 'check only this server')
        .option('--improve', 'propose overlays with which search finds more tools, measured before and after')
        .option('-y, --yes', 'with --improve: write the overlays without asking'),
    examples: ['foldout doctor', 'foldout doctor github', 'foldout doctor --improve'],
    exits: { 1: 'at least one finding has the level "broken"; with --improve: no tools are known' },
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'lint',
    about: 'For authors: which commands of a server are alike or never found, and what its tool list costs',
    define: (command) =>
      withJson(withConfig(command)).argument('<server...>', 'a server of the configuration, or what foldout add takes'),
    examples: ['foldout lint "node server.js"', 'foldout lint http://localhost:3000/mcp', 'foldout lint github --json'],
    exits: { 1: 'there is at least one finding', 4: 'the server did not answer' },
    load: async () => (await import('./commands/lint.ts')).lint,
  },
  {
    name: 'approve',
    about: 'Show tools that are new or changed since they were approved; show the difference and approve it',
    define: (command) =>
      withJson(withConfig(command))
        .argument('[tool]', 'approve this server or server/tool')
        .option('--all', 'approve everything of all servers')
        .option('--yes', 'do not ask'),
    examples: ['foldout approve', 'foldout approve github/create_issue', 'foldout approve --all --yes'],
    exits: { 1: 'tools wait for approval, and none was approved' },
    load: async () => (await import('./commands/approve.ts')).approve,
  },
  ...POLICY_COMMANDS,
  {
    name: 'allow',
    about: 'Show what a configuration of the working folder runs, and agree to start it',
    define: (command) =>
      command.argument('[file]', 'the file (default: those of this folder)').option('--yes', 'do not ask'),
    examples: ['foldout allow', 'foldout allow ./.mcp.json --yes'],
    exits: { 1: 'nothing was agreed to' },
    load: async () => (await import('./commands/allow.ts')).allow,
  },
  {
    name: 'auth',
    about: 'Sign in to a server that requires it',
    define: (command) =>
      withJson(withConfig(command))
        .argument('<server>', 'name of the server in the configuration')
        .option('--as <principal>', 'sign in for this principal, with "identity": "person"'),
    examples: ['foldout auth linear', 'foldout auth linear --as oauth:ada'],
    exits: { 1: 'the sign-in failed', 4: 'you are signed in, but the server does not answer' },
    load: async () => (await import('./commands/auth.ts')).auth,
  },
  {
    name: 'secret',
    about: 'Store a secret for the configuration, list, remove or move secrets, or change the key',
    define: (command) =>
      withJson(withConfig(command))
        .argument('<action>', 'set, list, remove, move or rotate')
        .argument('[name]', 'name of the secret'),
    examples: [
      'foldout secret set GITHUB_TOKEN',
      'gh auth token | foldout secret set GITHUB_TOKEN',
      'foldout secret list',
      'foldout secret move',
      'foldout secret remove GITHUB_TOKEN',
      'foldout secret rotate',
    ],
    exits: { 1: 'there is no such secret, or none was entered' },
    load: async () => (await import('./commands/secret.ts')).secret,
  },
  {
    name: 'completions',
    about: 'Print a completion script for your shell',
    define: (command) => command.argument('<shell>', 'bash, zsh, fish or powershell'),
    examples: [
      'foldout completions bash >> ~/.bashrc',
      'foldout completions fish > ~/.config/fish/completions/foldout.fish',
    ],
    load: async () => (await import('./commands/completions.ts')).completions,
  },
];
