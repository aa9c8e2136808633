import type { Benchmark } from './benchmark.ts';

interface Entry {
  readonly about: string;
  /** `npm run bench -- ratios` leaves it out. */
  readonly withoutRatios?: true;
  load(): Promise<Benchmark>;
}

/** Every benchmark. A new one is a folder with a `run.ts`, an entry here and a line in `bench/README.md`. */
export const BENCHMARKS: Readonly<Record<string, Entry>> = {
  engine: {
    about: 'tokens and times of each surface, compared with a bare SDK server (80, 1,000 and 10,000 commands)',
    load: async () => (await import('./engine/run.ts')).engine,
  },
  strategies: {
    about: "the README's table: tokens of each toolStrategy, for the list and for a whole task",
    load: async () => (await import('./strategies/run.ts')).strategies,
  },
  tokens: {
    about: 'tokens that each surface lists for captured servers, compared with listing every tool',
    load: async () => (await import('./tokens/run.ts')).tokens,
  },
  retrieval: {
    about: 'how often a plain request finds its tool, compared with other search libraries',
    load: async () => (await import('./retrieval/run.ts')).retrieval,
  },
  usage: {
    about: 'the cost of usage tracking, queries over 10 million events, and the gain in search quality',
    load: async () => (await import('./usage/run.ts')).usage,
  },
  overlays: {
    about: 'how many more requests find their tool with the overlays that foldout doctor --improve proposes',
    withoutRatios: true,
    load: async () => (await import('./overlays/run.ts')).overlays,
  },
  'search-speed': {
    about: 'search, build, load and change at 1,000, 10,000 and 100,000 tools, compared with tuned MiniSearch',
    load: async () => (await import('./search-speed/run.ts')).searchSpeed,
  },
  dashboard: {
    about: 'every API request of the dashboard with 5,000 tools and a million events, compared with /health',
    load: async () => (await import('./dashboard/run.ts')).dashboard,
  },
  workspace: {
    about: 'the tree of tool files: generate, compile, read and search it, compared with plain fs',
    load: async () => (await import('./workspace/run.ts')).workspace,
  },
  headline: {
    about: 'tokens for copying a document from one server to another, in five ways',
    load: async () => (await import('./headline/run.ts')).headline,
  },
  cli: {
    about: 'start of foldout --help, search and list with known servers, compared with node -e 0',
    load: async () => (await import('./cli/run.ts')).cli,
  },
  sandbox: {
    about: 'start of a script and calls from inside it, compared with another sandbox and with afd-call',
    load: async () => (await import('./sandbox/run.ts')).sandbox,
  },
  frameworks: {
    about: 'tokens, requests and time of a task with each adapter, compared with listing 4,000 tools',
    withoutRatios: true,
    load: async () => (await import('./frameworks/run.ts')).frameworks,
  },
  gateway: {
    about: 'calls, start, memory, search, reach and orphans, compared with a bare proxy and other gateways',
    load: async () => (await import('./gateway/run.ts')).gateway,
  },
  policy: {
    about: 'a call with 500 policy rules, compared with the same call without a policy',
    load: async () => (await import('./policy/run.ts')).policy,
  },
  clients: {
    about: 'real clients from npm against the gateway: tokens, surface, first list, and whether every step arrives',
    withoutRatios: true,
    load: async () => (await import('./clients/run.ts')).clients,
  },
  chaos: {
    about: 'good servers beside hostile ones, two replicas, random kills: lost calls, times, memory, processes left',
    withoutRatios: true,
    load: async () => (await import('./chaos/run.ts')).chaos,
  },
};
