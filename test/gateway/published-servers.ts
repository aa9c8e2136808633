import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerConfig } from '@foldout/gateway';

const PACKAGES = resolve(import.meta.dirname, '../../node_modules');
const NO_NETWORK = pathToFileURL(resolve(import.meta.dirname, '../fixtures/no-network.mjs')).href;
/** No server listens on this port. */
const NOWHERE = '127.0.0.1:9';

export interface PublishedServer {
  readonly config: ServerConfig;
  readonly era: 'legacy' | 'modern';
  /** One harmless call: the expected result, or the expected error about a missing key or network. */
  readonly call: {
    readonly tool: string;
    readonly input: Record<string, unknown>;
    readonly answers: RegExp;
    readonly fails?: 'in the result' | 'with a protocol error';
  };
  /** A sentence that finds the tool. */
  readonly find: string;
}

/** Servers published on npm by others, without network: DNS always fails, and all API keys are fake. */
export function publishedServers(folder: string): Readonly<Record<string, PublishedServer>> {
  const vault = resolve(folder, 'vault');
  mkdirSync(vault, { recursive: true });
  writeFileSync(resolve(vault, 'plans.md'), '# Plans\nBuild a boat.\n');
  execFileSync('git', ['init', '--quiet', '--initial-branch=harbour', vault]);
  const official = (name: string) => `@modelcontextprotocol/server-${name}/dist/index.js`;
  const server = (script: string, args: readonly string[] = [], env: Record<string, string> = {}): ServerConfig => ({
    command: process.execPath,
    args: ['--import', NO_NETWORK, resolve(PACKAGES, script), ...args],
    env,
  });
  return {
    airtable: {
      config: server('airtable-mcp-server/dist/main.js', [], { AIRTABLE_API_KEY: 'pat0.0' }),
      era: 'legacy',
      find: 'list the Airtable bases I can reach',
      call: { tool: 'list_bases', input: {}, answers: /fetch failed/, fails: 'in the result' },
    },
    amap: {
      config: server('@amap/amap-maps-mcp-server/build/index.js', [], { AMAP_MAPS_API_KEY: 'none' }),
      era: 'legacy',
      find: 'weather of a city',
      call: {
        tool: 'maps_weather',
        input: { city: 'Hangzhou' },
        answers: /ENOTFOUND restapi\.amap\.com/,
        fails: 'in the result',
      },
    },
    brave: {
      config: server(official('brave-search'), [], { BRAVE_API_KEY: 'none' }),
      era: 'legacy',
      find: 'search the web with Brave',
      call: { tool: 'brave_web_search', input: { query: 'boats' }, answers: /fetch failed/, fails: 'in the result' },
    },
    context7: {
      config: server('@upstash/context7-mcp/dist/index.js'),
      era: 'modern',
      find: 'resolve the id of a library',
      call: {
        tool: 'resolve-library-id',
        input: { query: 'how to build boats', libraryName: 'boats' },
        answers: /fetch failed|Error searching libraries/,
      },
    },
    everything: {
      config: server(official('everything')),
      era: 'legacy',
      find: 'sum of two numbers',
      call: { tool: 'get-sum', input: { a: 20, b: 22 }, answers: /42/ },
    },
    filesystem: {
      config: server(official('filesystem'), [vault]),
      era: 'legacy',
      find: 'read a text file',
      call: { tool: 'read_text_file', input: { path: resolve(vault, 'plans.md') }, answers: /Build a boat/ },
    },
    git: {
      config: server('@cyanheads/git-mcp-server/dist/index.js', [], { MCP_LOG_LEVEL: 'error', LOGS_DIR: folder }),
      era: 'legacy',
      find: 'status of the git working tree',
      call: { tool: 'git_status', input: { path: vault }, answers: /harbour/ },
    },
    github: {
      config: server(official('github'), [], { GITHUB_PERSONAL_ACCESS_TOKEN: 'none' }),
      era: 'legacy',
      find: 'get one issue of a GitHub repository',
      call: {
        tool: 'get_issue',
        input: { owner: 'nobody', repo: 'nothing', issue_number: 1 },
        answers: /fetch failed/,
        fails: 'with a protocol error',
      },
    },
    gitlab: {
      config: server(official('gitlab'), [], {
        GITLAB_PERSONAL_ACCESS_TOKEN: 'none',
        GITLAB_API_URL: `http://${NOWHERE}`,
      }),
      era: 'legacy',
      find: 'fork a GitLab project',
      call: {
        tool: 'fork_repository',
        input: { project_id: '1' },
        answers: /ECONNREFUSED/,
        fails: 'with a protocol error',
      },
    },
    maps: {
      config: server(official('google-maps'), [], { GOOGLE_MAPS_API_KEY: 'none' }),
      era: 'legacy',
      find: 'convert an address into coordinates',
      call: {
        tool: 'maps_geocode',
        input: { address: 'Harbour' },
        answers: /ENOTFOUND maps\.googleapis\.com/,
        fails: 'in the result',
      },
    },
    memory: {
      config: server(official('memory'), [], { MEMORY_FILE_PATH: resolve(folder, 'memory.jsonl') }),
      era: 'legacy',
      find: 'create entities in the knowledge graph',
      call: {
        tool: 'create_entities',
        input: { entities: [{ name: 'Boat', entityType: 'thing', observations: ['floats'] }] },
        answers: /floats|\[\]/,
      },
    },
    mcpvault: {
      config: server('@bitbonsai/mcpvault/dist/server.js', [vault]),
      era: 'modern',
      find: 'search the notes of the vault',
      call: { tool: 'search_notes', input: { query: 'boat' }, answers: /plans/ },
    },
    postgres: {
      config: server(official('postgres'), [`postgres://nobody:none@${NOWHERE}/none`]),
      era: 'legacy',
      find: 'run a read-only SQL query',
      call: {
        tool: 'query',
        input: { sql: 'SELECT 1' },
        answers: /ECONNREFUSED/,
        fails: 'with a protocol error',
      },
    },
    slack: {
      config: server(official('slack'), [], { SLACK_BOT_TOKEN: 'xoxb-none', SLACK_TEAM_ID: 'T0' }),
      era: 'legacy',
      find: 'list the channels of the Slack workspace',
      call: { tool: 'slack_list_channels', input: {}, answers: /fetch failed/ },
    },
    thinking: {
      config: server(official('sequential-thinking')),
      era: 'legacy',
      find: 'think step by step about a problem',
      call: {
        tool: 'sequentialthinking',
        input: { thought: 'A boat floats.', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
        answers: /thoughtHistoryLength/,
      },
    },
  };
}
