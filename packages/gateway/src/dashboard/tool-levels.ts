import { estimateTokens, type Tool, type ToolScope } from '@foldout/core';
import { isObject, LEVELS, overlayHash, overlayOf, riskOf, showTool, upstreamTool } from '@foldout/core/internal';
import type { Principal } from '../http/principal.ts';
import { ApiError, textParam } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';
import { toolAt, visibleTo } from './visible-catalog.ts';

/** One tool at every level: the exact text that an agent gets, and its tokens. */
export function toolLevels(sources: DashboardSources, principal: Principal, query: URLSearchParams) {
  const id = textParam(query, 'id');
  if (id === undefined) throw new ApiError(400, "The parameter 'id' is missing. Send the tool as 'id=server/name'.");
  const { catalog, scope } = visibleTo(sources, principal);
  const tool = toolAt(catalog, id);
  const shown = LEVELS.map((level) =>
    withTokens(level, JSON.stringify(showTool(catalog, tool, { level, withCategory: true }))),
  );
  return {
    id: tool.id,
    server: tool.server,
    name: tool.name,
    category: tool.category,
    risk: riskOf(tool),
    inputSchema: tool.inputSchema,
    examples: tool.examples.map(({ title, input }) => ({ title, input })),
    profiles: sources.profiles?.() ?? [],
    upstream: asUpstream(tool),
    overlay: overlaid(tool),
    levels: [...shown, ...detailed(sources, scope, tool.id)],
  };
}

/** The tool as its server describes it. `hash` identifies this definition in an overlay. */
function asUpstream(tool: Tool) {
  const { id, name, title, summary, description, tags, aliases, category, inputSchema } = upstreamTool(tool);
  const parameters = isObject(inputSchema['properties']) ? Object.keys(inputSchema['properties']) : [];
  const risk = riskOf(upstreamTool(tool));
  return { id, name, title, summary, description, tags, aliases, category, risk, parameters, hash: overlayHash(tool) };
}

function overlaid(tool: Tool) {
  const { overlay, fields, problems, outdated } = overlayOf(tool) ?? {};
  return overlay && { fields, problems, outdated, value: overlay };
}

/** The answer of the meta-tool `afd-detail`, in both formats. */
function detailed({ engine }: DashboardSources, scope: ToolScope | undefined, id: string) {
  return (['schema', 'typescript'] as const).map((format) => {
    const answer = engine.detail({ command: id, format }, { scope });
    return withTokens(format === 'schema' ? 'detail' : 'detail as TypeScript', JSON.stringify(answer.data?.[0]));
  });
}

function withTokens(level: string, text: string) {
  return { level, text, tokens: estimateTokens(text) };
}
