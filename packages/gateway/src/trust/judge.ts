import type { Tool } from '@foldout/core';
import type { Approval } from '../state/shared-state.ts';
import { changesSince, fingerprintOf, isApproved } from './fingerprint.ts';

export type TrustMode = 'flag' | 'pinned';
export type Verdict = 'approved' | 'first-seen' | 'changed';

export interface Judgement {
  readonly verdict: Verdict;
  /** Hidden from clients until the operator approves it. */
  readonly withheld: boolean;
  /** The differences from the approved definition. Empty unless the verdict is `changed`. */
  readonly changes: readonly string[];
  readonly approved?: Approval | undefined;
}

const APPROVED: Judgement = { verdict: 'approved', withheld: false, changes: [] };

/**
 * Compares the tools of a server with their approvals. The tools of a new server are trusted on first use. Tools that
 * it changes or adds later are reported, and in mode `pinned` withheld.
 */
export function judge(
  tools: Iterable<Tool>,
  approvals: ReadonlyMap<string, Approval>,
  mode: TrustMode,
): Map<string, Judgement> {
  const judgements = new Map<string, Judgement>();
  for (const tool of tools) judgements.set(tool.name, judgeTool(tool, approvals, mode));
  return judgements;
}

function judgeTool(tool: Tool, approvals: ReadonlyMap<string, Approval>, mode: TrustMode): Judgement {
  const approved = approvals.get(tool.name);
  if (!approved) return { verdict: 'first-seen', withheld: mode === 'pinned' && approvals.size > 0, changes: [] };
  if (isApproved(tool, approved.hash)) return APPROVED;
  return { verdict: 'changed', withheld: mode === 'pinned', changes: changesSince(approved.hash, tool), approved };
}

/** Approvals for tools that are seen for the first time. A withheld tool needs the operator and gets none. */
export function firstUseApprovals(
  tools: Iterable<Tool>,
  judgements: ReadonlyMap<string, Judgement>,
  at = Date.now(),
): Approval[] {
  return [...tools].flatMap((tool) => {
    const { verdict, withheld } = judgements.get(tool.name) ?? APPROVED;
    return verdict === 'first-seen' && !withheld ? [approvalOf(tool, 'first-seen', at)] : [];
  });
}

/** An approval of the tool's current definition. */
export function approvalOf(tool: Tool, by: string, at = Date.now()): Approval {
  return { server: tool.server, tool: tool.name, hash: fingerprintOf(tool), at, by };
}
