import type { Tool } from '@foldout/core';
import { overlayOf, riskOf, type ToolOverlay } from '@foldout/core/internal';
import type { Principal } from '../http/principal.ts';
import { numberParam, textParam } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';
import { toolsOf } from './visible-catalog.ts';

const PAGE_SIZE = { min: 1, max: 500, fallback: 100 };
const MAX_PROBLEMS = 20;
const OFFSET = { min: 0, max: 1_000_000, fallback: 0 };

/** One page of the tools, filtered by server and category, with the tool count of each server and category. */
export function toolList(sources: DashboardSources, principal: Principal, query: URLSearchParams) {
  const server = textParam(query, 'server');
  const category = textParam(query, 'category');
  const offset = numberParam(query, 'offset', OFFSET);
  const limit = numberParam(query, 'limit', PAGE_SIZE);
  const all = toolsOf(sources, principal);
  const { overlays = {} } = sources.config();
  // An overlay of a whole server is not noted at its tools.
  const overlayOfServer = ({ server: name }: Tool) => (Object.hasOwn(overlays, name) ? overlays[name] : undefined);
  const ofServer = all.filter((tool) => server === undefined || tool.server === server);
  const chosen = ofServer.filter((tool) => category === undefined || tool.category === category);
  return {
    version: sources.engine.catalog.version,
    all: all.length,
    total: chosen.length,
    withheld: chosen.filter((tool) => !tool.enabled && !listed(tool, overlayOfServer(tool)).hidden).length,
    offset,
    tools: chosen.slice(offset, offset + limit).map((tool) => listed(tool, overlayOfServer(tool))),
    overlayProblems: all.flatMap(problemsOf).slice(0, MAX_PROBLEMS),
    servers: counted(all, ({ server: name }) => name),
    categories: counted(ofServer, ({ category: name }) => name),
  };
}

/** Overlays that have no effect, or whose tool has changed since they were written. */
function problemsOf(tool: Tool) {
  return (overlayOf(tool)?.problems ?? []).map((problem) => ({ id: tool.id, problem }));
}

function listed(tool: Tool, ofServer: ToolOverlay | undefined) {
  const { id, server, name, category, summary, enabled, deprecated } = tool;
  const overlaid = overlayOf(tool);
  const overlay = overlaid?.problems.length ? 'problem' : overlaid || ofServer ? 'fine' : undefined;
  const hidden = overlaid?.overlay.hidden ?? ofServer?.hidden ?? false;
  return { id, server, name, category, summary, risk: riskOf(tool), enabled, hidden, deprecated, overlay };
}

function counted(tools: readonly Tool[], nameOf: (tool: Tool) => string) {
  const counts = new Map<string, number>();
  for (const tool of tools.filter(({ enabled }) => enabled))
    counts.set(nameOf(tool), (counts.get(nameOf(tool)) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
