import { estimateTokens, LEVELS, showTool } from '@foldout/core';
import type { Principal } from '../http/principal.ts';
import { textIn, Unanswerable } from './answers.ts';
import type { DashboardSources } from './sources.ts';
import { catalogOf, scopeOf, toolAt } from './visible-catalog.ts';

/** One tool at every level: the very text that an agent is sent, and what it costs. */
export function toolLevels(sources: DashboardSources, principal: Principal, query: URLSearchParams) {
  const id = textIn(query, 'id');
  if (id === undefined) throw new Unanswerable(400, "Say which tool: 'id' is server/name.");
  const catalog = catalogOf(sources, principal);
  const tool = toolAt(catalog, id);
  const shown = LEVELS.map((level) =>
    priced(level, JSON.stringify(showTool(catalog, tool, { level, withCategory: true }))),
  );
  return {
    id: tool.id,
    server: tool.server,
    name: tool.name,
    category: tool.category,
    levels: [...shown, ...detailed(sources, principal, tool.id)],
  };
}

/** What `afd-detail` answers, in both of its forms. */
function detailed({ engine }: DashboardSources, principal: Principal, id: string) {
  return (['schema', 'typescript'] as const).map((format) => {
    const answer = engine.detail({ command: id, format }, { scope: scopeOf(principal) });
    return priced(format === 'schema' ? 'detail' : 'detail as TypeScript', JSON.stringify(answer.data?.[0]));
  });
}

function priced(level: string, text: string) {
  return { level, text, tokens: estimateTokens(text) };
}
