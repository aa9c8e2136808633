import { riskOf, type Tool } from '@foldout/core';
import type { Principal } from '../http/principal.ts';
import { numberIn, textIn } from './answers.ts';
import type { DashboardSources } from './sources.ts';
import { toolsOf } from './visible-catalog.ts';

const PAGE = { least: 1, most: 500, otherwise: 100 };

/** A page of the tools of a server or a category, and how many there are of each. */
export function toolList(sources: DashboardSources, principal: Principal, query: URLSearchParams) {
  const server = textIn(query, 'server');
  const category = textIn(query, 'category');
  const offset = numberIn(query, 'offset', { least: 0, most: 1_000_000, otherwise: 0 });
  const limit = numberIn(query, 'limit', PAGE);
  const all = toolsOf(sources, principal);
  const ofServer = all.filter((tool) => server === undefined || tool.server === server);
  const chosen = ofServer.filter((tool) => category === undefined || tool.category === category);
  return {
    version: sources.engine.catalog.version,
    all: all.length,
    total: chosen.length,
    offset,
    tools: chosen.slice(offset, offset + limit).map(listed),
    servers: counted(all, ({ server: name }) => name),
    categories: counted(ofServer, ({ category: name }) => name),
  };
}

function listed(tool: Tool) {
  const { id, server, name, category, summary, enabled, deprecated } = tool;
  return { id, server, name, category, summary, risk: riskOf(tool), enabled, deprecated };
}

function counted(tools: readonly Tool[], nameOf: (tool: Tool) => string) {
  const counts = new Map<string, number>();
  for (const tool of tools) counts.set(nameOf(tool), (counts.get(nameOf(tool)) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
