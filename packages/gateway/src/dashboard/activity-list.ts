import type { Principal } from '../http/principal.ts';
import type { ActivityEntry, ActivityLog } from './activity-log.ts';
import { numberParam, textParam } from './json-answers.ts';
import { maySee } from './visible-catalog.ts';

const LIMIT = { min: 1, max: 500, fallback: 200 };
const OUTCOMES: Readonly<Record<string, (entry: ActivityEntry) => boolean>> = {
  failed: (entry) => (entry.kind === 'call' ? !entry.success : !entry.confident),
  slow: (entry) => entry.kind === 'call' && entry.ms >= 1_000,
};

/** The last calls and searches that fit, the newest first. A restricted principal sees its own. */
export function activityList(log: ActivityLog, principal: Principal, query: URLSearchParams) {
  const words = (textParam(query, 'text') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const kind = textParam(query, 'kind');
  const outcome = OUTCOMES[textParam(query, 'outcome') ?? ''];
  const visible = log.entries.filter((entry) => principal.unrestricted || isOwn(entry, principal));
  const fitting = visible.filter((entry) => {
    if (kind !== undefined && entry.kind !== kind) return false;
    if (outcome && !outcome(entry)) return false;
    const text = textOf(entry);
    return words.every((word) => text.includes(word));
  });
  return {
    seq: log.seq,
    all: visible.length,
    total: fitting.length,
    entries: fitting.slice(0, numberParam(query, 'limit', LIMIT)),
  };
}

function isOwn(entry: ActivityEntry, principal: Principal): boolean {
  if (entry.principal !== principal.name) return false;
  return entry.kind === 'search' || entry.commands.every(({ tool }) => !tool.includes('/') || maySee(principal, tool));
}

function textOf(entry: ActivityEntry): string {
  const { principal, client = '' } = entry;
  const what =
    entry.kind === 'search'
      ? [entry.query]
      : [entry.name, entry.code ?? '', ...entry.commands.flatMap(({ tool, code = '' }) => [tool, code])];
  return [principal, client, ...what].join(' ').toLowerCase();
}
