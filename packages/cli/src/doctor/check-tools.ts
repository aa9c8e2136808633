import { contentHash, type Tool } from '@foldout/core';
import { type Gateway, scanTool } from '@foldout/gateway';
import { oneLine } from '../output/safe-text.ts';
import type { Finding } from './finding.ts';

/** What every host takes as the name of a tool. */
const USUAL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

export function checkNames(tools: readonly Tool[]): Finding[] {
  return tools
    .filter(({ name }) => !USUAL_NAME.test(name))
    .map(({ id, name }) => ({
      check: 'name' as const,
      level: 'warning' as const,
      about: id,
      what:
        name.length > 64
          ? `its name has ${name.length} characters`
          : 'its name has characters that some clients refuse',
      fix: 'Nothing has to be done: clients are given a legal name. In calls and searches the name stays as it is.',
    }));
}

/** The same tool on several servers: an agent has to choose between them, and both cost. */
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
      fix: `Remove one of the servers, or leave the tools out of one: "exclude": [${names
        .slice(0, 3)
        .map((name) => JSON.stringify(name))
        .join(', ')}${more && ', …'}].`,
    };
  });
}

/** Text that was written for the model and not for its user. */
export function checkTexts(tools: readonly Tool[]): Finding[] {
  const servers = new Set(tools.map(({ server }) => server));
  const owners = new Map<string, Set<string>>();
  for (const { name, server } of tools) owners.set(name, (owners.get(name) ?? new Set()).add(server));
  const contexts = new Map([...servers].map((server) => [server, contextOf(server, servers, owners)]));
  return tools.flatMap((tool) => {
    return scanTool(tool, contexts.get(tool.server)).map(({ code, severity, field, excerpt }) => ({
      check: 'suspicious' as const,
      level: severity === 'high' ? ('broken' as const) : ('warning' as const),
      about: tool.id,
      what: `${code} in ${field}: ${excerpt}`,
      fix: `Look at it (foldout show ${oneLine(tool.id)}). Where it is not what you expect, leave it out: "exclude": [${JSON.stringify(tool.name)}].`,
    }));
  });
}

function contextOf(server: string, servers: ReadonlySet<string>, owners: ReadonlyMap<string, ReadonlySet<string>>) {
  const otherTools = [...owners].filter(([, by]) => !by.has(server)).map(([name]) => name);
  return { otherServers: new Set([...servers].filter((name) => name !== server)), otherTools: new Set(otherTools) };
}

/** Definitions that are not as they were approved. */
export async function checkApprovals(gateway: Gateway, tools: readonly Tool[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const server of new Set(tools.map((tool) => tool.server))) {
    const trusted = gateway.trustOf(server);
    await trusted?.judge(tools.filter((tool) => tool.server === server));
    for (const [name, { verdict, withheld, changes }] of trusted?.findings ?? []) {
      if (verdict !== 'changed' && !withheld) continue;
      findings.push({
        check: 'changed',
        level: withheld ? 'broken' : 'warning',
        about: `${server}/${name}`,
        what: `${verdict === 'changed' ? `has changed since it was approved (${changes.join('; ')})` : 'is new'}${withheld ? ', and is withheld from clients' : ''}`,
        fix: `Look at it, then: foldout approve ${oneLine(`${server}/${name}`)}`,
      });
    }
  }
  return findings;
}
