import { inSlices } from '@foldout/core/internal';
import type { Approval } from '../state/shared-state.ts';
import type { Definition } from './definitions.ts';

/**
 * What happens to a definition that was not approved. `flag`: it is reported. `pinned`: it is withheld, unless its server
 * is new. `quarantine`: it is withheld.
 */
export type TrustMode = 'flag' | 'pinned' | 'quarantine';
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
 * Compares the definitions of a server with their approvals, in slices. A new server is trusted on first use, except in quarantine.
 * What it changes or adds later is reported, and except in mode `flag` withheld.
 */
export async function judge(
  definitions: Iterable<Definition>,
  approvals: ReadonlyMap<string, Approval>,
  mode: TrustMode,
): Promise<Map<string, Judgement>> {
  const judgements = new Map<string, Judgement>();
  await inSlices(definitions, (definition) => {
    judgements.set(definition.name, judgeOne(definition, approvals, mode));
  });
  return judgements;
}

export function judgeOne(definition: Definition, approvals: ReadonlyMap<string, Approval>, mode: TrustMode): Judgement {
  const approved = approvals.get(definition.name);
  if (!approved) {
    const withheld = mode === 'quarantine' || (mode === 'pinned' && approvals.size > 0);
    return { verdict: 'first-seen', withheld, changes: [] };
  }
  if (definition.isApproved(approved.hash)) return APPROVED;
  return { verdict: 'changed', withheld: mode !== 'flag', changes: definition.changesSince(approved.hash), approved };
}

/** The definitions that are trusted on first use. One that is withheld needs the operator. */
export function trustedOnFirstUse(
  definitions: Iterable<Definition>,
  judgements: ReadonlyMap<string, Judgement>,
): Definition[] {
  return [...definitions].filter(({ name }) => {
    const { verdict, withheld } = judgements.get(name) ?? APPROVED;
    return verdict === 'first-seen' && !withheld;
  });
}

/** An approval of a definition as it is now. */
export function approvalOf({ server, name, fingerprint }: Definition, by: string, at = Date.now()): Approval {
  return { server, tool: name, hash: fingerprint, at, by };
}
