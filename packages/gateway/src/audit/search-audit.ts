import type { AuditLine } from './audit-line.ts';
import type { AuditFile } from './read-audit.ts';

export type AuditCallLine = Exclude<AuditLine, { op: 'open' | 'removed' }>;

export interface AuditQuery {
  readonly principal?: string | undefined;
  /** `server/tool`, or the name of the tool. */
  readonly tool?: string | undefined;
  readonly outcome?: string | undefined;
  /** Milliseconds since 1970. */
  readonly since?: number | undefined;
}

/** The lines of calls that fit, the oldest first. */
export function searchAudit(files: readonly AuditFile[], query: AuditQuery): AuditCallLine[] {
  const { principal, tool, outcome, since } = query;
  return files
    .flatMap(({ lines }) => lines)
    .filter((line): line is AuditCallLine => line.op !== 'open' && line.op !== 'removed')
    .filter((line) => principal === undefined || line.principal === principal)
    .filter((line) => tool === undefined || line.tool === tool || line.tool.endsWith(`/${tool}`))
    .filter((line) => outcome === undefined || line.outcome === outcome || line.verdict === outcome)
    .filter((line) => since === undefined || Date.parse(line.at) >= since)
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.seq - b.seq));
}
