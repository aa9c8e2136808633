import type { Tool } from '@foldout/core';
import { contentHash, upstreamTool } from '@foldout/core/internal';
import type { Gateway, GatewayConfig } from '@foldout/gateway';
import { scanTool } from '@foldout/gateway/internal';
import { LEGAL_NAME, MAX_NAME } from '@foldout/server/internal';
import { typed } from '../invocation.ts';
import { oneLine } from '../output/safe-text.ts';
import type { Finding } from './finding.ts';

export function checkNames(tools: readonly Tool[]): Finding[] {
  return tools
    .filter(({ name }) => !LEGAL_NAME.test(name))
    .map(({ id, name }) => ({
      check: 'name' as const,
      level: 'warning' as const,
      about: id,
      what:
        name.length > MAX_NAME
          ? `its name has ${name.length} characters`
          : 'its name has characters that some clients refuse',
      fix: 'Nothing to do: clients get a name that all of them accept. Searches and calls still accept the original name.',
    }));
}

/** Finds the same tool on several servers: both cost tokens, and an agent must choose between them. */
export function checkDuplicates(tools: readonly Tool[]): Finding[] {
  const groups = new Map<string, Tool[]>();
  for (const tool of tools) {
    const { name, description, inputSchema } = tool;
    const key = contentHash({ name, description, inputSchema });
    groups.set(key, [...(groups.get(key) ?? []), tool]);
  }
  const byServers = new Map<string, Tool[]>();
  for (const group of groups.values()) {
    const servers = [...new Set(group.map(({ server }) => server))];
    if (servers.length > 1) {
      const key = servers.join('\n');
      byServers.set(key, [...(byServers.get(key) ?? []), ...group.slice(0, 1)]);
    }
  }
  return [...byServers].map(([key, same]) => {
    const servers = key.split('\n');
    const names = same.map(({ name }) => name);
    const shown = names.slice(0, 3).map(oneLine).join(', ');
    const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
    return {
      check: 'duplicate',
      level: 'warning',
      about: servers.join(', '),
      what: `have the same ${names.length === 1 ? 'tool' : 'tools'}: ${shown}${more}`,
      fix: `Remove one of the servers, or exclude the tools from one: "exclude": [${names
        .slice(0, 3)
        .map((name) => JSON.stringify(name))
        .join(', ')}${more && ', …'}].`,
    };
  });
}

/** Finds text that tries to give instructions to the model. */
export function checkTexts(tools: readonly Tool[]): Finding[] {
  const servers = new Set(tools.map(({ server }) => server));
  const owners = new Map<string, Set<string>>();
  for (const { name, server } of tools) owners.set(name, (owners.get(name) ?? new Set()).add(server));
  const contexts = new Map([...servers].map((server) => [server, contextOf(server, servers, owners)]));
  return tools.flatMap((tool) => {
    // The text of an overlay is the operator's own. What the server says can still be read in its definition.
    return scanTool(upstreamTool(tool), contexts.get(tool.server)).map(({ code, severity, field, excerpt }) => ({
      check: 'suspicious' as const,
      level: severity === 'high' ? ('broken' as const) : ('warning' as const),
      about: tool.id,
      what: `${code} in ${field}: ${excerpt}`,
      fix: `Review it: ${typed(`show ${oneLine(tool.id)}`)}. If you do not trust it, exclude it: "exclude": [${JSON.stringify(tool.name)}].`,
    }));
  });
}

function contextOf(server: string, servers: ReadonlySet<string>, owners: ReadonlyMap<string, ReadonlySet<string>>) {
  const otherTools = [...owners].filter(([, by]) => !by.has(server)).map(([name]) => name);
  return { otherServers: new Set([...servers].filter((name) => name !== server)), otherTools: new Set(otherTools) };
}

/** Finds overlays that have no effect, or whose tool has changed since. */
export function checkOverlays(gateway: Gateway, { overlays = {}, mcpServers }: GatewayConfig): Finding[] {
  const gone = Object.keys(overlays).filter((key) => !Object.hasOwn(mcpServers, key.split('/', 1)[0] ?? ''));
  const all = [...gateway.overlayProblems, ...gone.map((key) => `overlay of ${key}: no server has this name`)];
  return all.map((problem) => {
    const [about = '', what = ''] = problem.replace(/^overlay of /, '').split(/: (.*)/s);
    return {
      check: 'overlay',
      level: 'warning',
      about,
      what: `its overlay: ${what}`,
      fix: `Compare it: ${typed(`show ${oneLine(about)}`)}. Then change or remove its entry in "overlays" of the configuration.`,
    };
  });
}

/** Finds definitions that are new or changed since they were approved. */
export async function checkApprovals(gateway: Gateway, tools: readonly Tool[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const server of new Set(tools.map((tool) => tool.server))) {
    const trusted = await gateway.compareWithApprovals(server);
    for (const [name, { verdict, withheld, changes }] of trusted?.findings ?? []) {
      if (verdict !== 'changed' && !withheld) continue;
      findings.push({
        check: 'changed',
        level: withheld ? 'broken' : 'warning',
        about: `${server}/${name}`,
        what: `${verdict === 'changed' ? `has changed since it was approved (${changes.join('; ')})` : 'is new'}${withheld ? ', and is withheld from clients' : ''}`,
        fix: `Review it: ${typed(`show ${oneLine(`${server}/${name}`)}`)}. To approve it: ${typed(`approve ${oneLine(`${server}/${name}`)}`)}`,
      });
    }
  }
  return findings;
}
