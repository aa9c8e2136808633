import type { Level } from '@foldout/core';

/** The operation that used the tool. */
export const ACCESS_PATTERNS = ['call', 'search', 'list', 'detail', 'preload'] as const;
export type AccessPattern = (typeof ACCESS_PATTERNS)[number];

/** One use of a tool. For privacy, it has no field for arguments or results, and none may be added. */
export interface UsageEvent {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly session: string;
  readonly server: string;
  readonly tool: string;
  readonly access: AccessPattern;
  /** The level of detail that was shown; absent for a call. */
  readonly level?: Level | undefined;
  /** Tools that the session used before this tool, latest first. */
  readonly previous: readonly string[];
  readonly success: boolean;
  /** The error code of a failure. */
  readonly code?: string | undefined;
  readonly latencyMs: number;
  readonly tokens?: number | undefined;
  readonly client?: string | undefined;
}

/** A search, and whether it found anything. */
export interface SearchEvent {
  readonly at: number;
  readonly empty: boolean;
  /** The text of a search without results; only with the option `keepEmptySearches`. */
  readonly query?: string | undefined;
}

/** Tokens that a client would have received if every tool were listed, and tokens that it received. */
export interface LedgerEntry {
  readonly at: number;
  readonly client: string;
  readonly listed: number;
  readonly sent: number;
}

/** Events that a store writes in one transaction. */
export interface UsageBatch {
  /** Idempotency key: a retry after a lost response does not write the batch twice. */
  readonly id: string;
  readonly events: readonly UsageEvent[];
  readonly searches: readonly SearchEvent[];
  readonly tokens: readonly LedgerEntry[];
}

/** `server/tool`, the key of a tool in all counts. */
export function toolKey(server: string, tool: string): string {
  return `${server}/${tool}`;
}
