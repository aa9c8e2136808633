import { join } from 'node:path';
import { publishedServers } from '../../../test/fixtures/published-servers.mjs';
import type { WorkFolder } from '../gateway/work-folder.ts';

/** Published servers that answer a call without network and without a protocol error. */
const NAMES = [
  'airtable',
  'amap',
  'brave',
  'context7',
  'everything',
  'filesystem',
  'git',
  'maps',
  'mcpvault',
  'memory',
  'slack',
  'thinking',
] as const;

/** Brave's server allows itself one request each second. The refusal of the others is its correct answer too. */
const ALSO_ANSWERS: Readonly<Record<string, string>> = { brave: '|Rate limit exceeded' };

export interface GoodServer {
  readonly name: string;
  readonly config: ReturnType<typeof publishedServers>[string]['config'];
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The pattern of the expected text. Some servers report that there is no network: that is their correct answer. */
  readonly answers: string;
  /** A sentence that finds the tool. */
  readonly find: string;
}

export function goodServers(work: WorkFolder): readonly GoodServer[] {
  const published = publishedServers(work.folder('servers'));
  return NAMES.map((name) => {
    const server = published[name];
    if (!server) throw new Error(`test/fixtures/published-servers.mjs has no server '${name}'`);
    const { config, call, find } = server;
    const answers = `${call.answers.source}${ALSO_ANSWERS[name] ?? ''}`;
    return { name, config, tool: call.tool, input: call.input, answers, find };
  });
}

/** The entries of one replica. The file of `memory` is its own: two processes that write one file would break it. */
export function goodEntries(servers: readonly GoodServer[], folder: string): Readonly<Record<string, object>> {
  return Object.fromEntries(
    servers.map(({ name, config }) => {
      const env = name === 'memory' ? { ...config.env, MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } : config.env;
      return [name, { ...config, env }];
    }),
  );
}
