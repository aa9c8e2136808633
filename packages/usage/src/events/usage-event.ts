import type { Level } from '@foldout/core';

/** How a tool was reached. */
export const ACCESS_PATTERNS = ['call', 'search', 'list', 'detail', 'preload'] as const;
export type AccessPattern = (typeof ACCESS_PATTERNS)[number];

/** One use of a tool. There is no field for what went in or came out, and none may be added. */
export interface UsageEvent {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly session: string;
  readonly server: string;
  readonly tool: string;
  readonly access: AccessPattern;
  /** How much of the tool was shown; absent for a call. */
  readonly level?: Level | undefined;
  /** The tools used before it in its session, the latest first. */
  readonly previous: readonly string[];
  readonly success: boolean;
  /** The error code of a failure. */
  readonly code?: string | undefined;
  readonly latencyMs: number;
  readonly tokens?: number | undefined;
  readonly client?: string | undefined;
}

/** That a search was made, and whether it found anything. */
export interface SearchEvent {
  readonly at: number;
  readonly empty: boolean;
  /** The words of an empty search; only where the operator asked to keep them. */
  readonly query?: string | undefined;
}

/** What a client would have been sent if everything were listed, and what it was sent. */
export interface LedgerEntry {
  readonly at: number;
  readonly client: string;
  readonly listed: number;
  readonly sent: number;
}

/** What is written at once: all of it or nothing. */
export interface UsageBatch {
  /** Written once, however often it is tried: an answer can be lost after the work was done. */
  readonly id: string;
  readonly events: readonly UsageEvent[];
  readonly searches: readonly SearchEvent[];
  readonly tokens: readonly LedgerEntry[];
}

/** `server/tool`: what tools are counted under. */
export function toolKey(server: string, tool: string): string {
  return `${server}/${tool}`;
}
