import { type AuditCallLine, searchAudit } from '../audit/search-audit.ts';
import { ApiError, numberParam, textParam } from './json-answers.ts';
import type { DashboardSources } from './sources.ts';

const LIMIT = { min: 1, max: 500, fallback: 200 };

/** The latest lines of the audit log that fit, the newest first. Without `kept` if no log is kept. */
export async function auditSearch({ audit }: DashboardSources, query: URLSearchParams) {
  const files = await audit?.();
  const since = textParam(query, 'since');
  const from = since === undefined ? undefined : Date.parse(since);
  if (Number.isNaN(from)) throw new ApiError(400, `'${since}' is no time. Write it as 2026-03-04.`);
  if (!files || files.length === 0) return { kept: false, total: 0, lines: [] };
  const found = searchAudit(files, {
    principal: textParam(query, 'principal'),
    tool: textParam(query, 'tool'),
    outcome: textParam(query, 'outcome'),
    since: from,
  });
  return {
    kept: true,
    total: found.length,
    lines: found
      .slice(-numberParam(query, 'limit', LIMIT))
      .reverse()
      .map(shown),
  };
}

function shown({ at, op, principal, client, kind, tool, risk, verdict, by, outcome, ms, call, trace }: AuditCallLine) {
  return { at, op, principal, client, kind, tool, risk, verdict, by, outcome, ms, call, trace };
}
