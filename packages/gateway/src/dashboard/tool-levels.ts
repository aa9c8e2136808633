import { estimateTokens, type ToolScope } from '@foldout/core';
import { LEVELS, showTool } from '@foldout/core/internal';
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
    levels: [...shown, ...detailed(sources, scope, tool.id)],
  };
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
