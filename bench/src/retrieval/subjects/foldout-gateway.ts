import { foldoutProgram, warmHome } from '../../gateway/gateways.ts';
import { openClient } from '../../gateway/open-client.ts';
import { replayedServers, upstreamsOf } from '../../gateway/upstreams.ts';
import { WorkFolder } from '../../gateway/work-folder.ts';
import type { BenchTool } from '../bare-tool.ts';
import type { Found, Subject } from './subject.ts';

interface Answer {
  readonly data?: { readonly commands?: readonly { readonly name: string; readonly score?: number }[] };
}

/** A running gateway with the servers of the set behind it, asked over MCP: what a model gets from `afd-discover`. */
export const foldoutGateway: Subject = {
  name: 'foldout-gateway',
  // The other sets have no servers, or more of them than fit into memory.
  takes: ({ name }) => name === 'plain-open',
  async build(tools) {
    const work = new WorkFolder();
    const upstreams = upstreamsOf(replayedServers(catalogsOf(tools), work));
    const open = await openClient(foldoutProgram(upstreams, work, await warmHome(upstreams, work)));
    const ids = idsByName(tools);
    return {
      async search(query, limit) {
        const call = { name: 'afd-discover', arguments: { search: query, limit, level: 'name', maxTokens: 4_000 } };
        const { structuredContent } = await open.client.callTool(call);
        const { commands = [] } = (structuredContent as Answer | undefined)?.data ?? {};
        return commands.map(({ name, score = 0 }): Found => ({ id: ids.get(name) ?? name, score }));
      },
      async close() {
        await open.close();
        await work[Symbol.asyncDispose]();
      },
    };
  },
};

function catalogsOf(tools: readonly BenchTool[]) {
  const servers = new Map<string, unknown[]>();
  for (const { server, name, description, inputSchema } of tools) {
    const own = servers.get(server) ?? [];
    servers.set(server, own);
    own.push({ name, description, inputSchema: { type: 'object', ...inputSchema } });
  }
  return [...servers].map(([name, own]) => ({ name, tools: own }));
}

/** Ids by the names that a gateway shows: alone if only one server has it, else with the server. */
function idsByName(tools: readonly BenchTool[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { id, server, name } of tools) ids.set(`${server}/${name}`, id);
  for (const { id, name } of tools) if (!ids.has(name)) ids.set(name, id);
  return ids;
}
