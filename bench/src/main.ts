import { say } from './report.ts';

interface Benchmark {
  readonly about: string;
  load(): Promise<{ run(args: readonly string[]): Promise<void> }>;
}

/** Every benchmark. A new one is a folder with a `run.ts` and a line here. */
const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  engine: {
    about: 'tokens and times of each surface, beside a bare SDK server (80, 1,000 and 10,000 commands)',
    load: () => import('./engine/run.ts'),
  },
  strategies: {
    about: "the README's table: tokens of each toolStrategy, listed and for a whole task",
    load: () => import('./strategies/run.ts'),
  },
  tokens: {
    about: 'what each surface lists of real, captured servers, beside listing everything and their own reduced modes',
    load: () => import('./tokens/run.ts'),
  },
  retrieval: {
    about: 'whether a plain request finds its tool, beside other search libraries',
    load: () => import('./retrieval/run.ts'),
  },
  usage: {
    about: 'what tracking costs a call, questions over 10 million events, and whether use helps search',
    load: () => import('./usage/run.ts'),
  },
  'search-speed': {
    about: 'search at 1,000, 10,000 and 100,000 tools, beside tuned MiniSearch; build, load, change',
    load: () => import('./search-speed/run.ts'),
  },
  dashboard: {
    about: 'every question of the dashboard with 5,000 tools and a million events, beside /health',
    load: () => import('./dashboard/run.ts'),
  },
  workspace: {
    about: 'the tree of captured tools: generated, compiled, walked and searched, beside plain fs',
    load: () => import('./workspace/run.ts'),
  },
  headline: {
    about: 'a document copied from one server to another, five ways, with the tokens of every message',
    load: () => import('./headline/run.ts'),
  },
  cli: {
    about: 'the start of foldout --help and of a search over 50 known servers, beside node -e 0',
    load: () => import('./cli/run.ts'),
  },
  sandbox: {
    about: 'the start of a script, and a call from inside it beside the same call through afd-call',
    load: () => import('./sandbox/run.ts'),
  },
  gateway: {
    about: 'the gateway beside a bare proxy and its peers: calls, start, memory, search, all servers, orphans',
    load: () => import('./gateway/run.ts'),
  },
};

const [name = '', ...args] = process.argv.slice(2);
if (Object.hasOwn(BENCHMARKS, name)) {
  const { run } = await (BENCHMARKS[name] as Benchmark).load();
  await run(args);
} else {
  if (name) say(`There is no benchmark '${name}'.`);
  say('npm run bench -- <name> [--json]; for clean JSON on stdout: npm run --silent bench -- <name> --json');
  for (const [known, { about }] of Object.entries(BENCHMARKS)) say(`  ${known.padEnd(14)}${about}`);
  process.exitCode = 2;
}
