import { pick } from '../seeded-random.ts';
import type { PlannedCall, Share } from './assignment.ts';
import type { GoodServer } from './good-servers.ts';

/** Parts of a hundred calls. The hostile part is left out of the control run; the other parts keep their rate. */
const WEIGHTS = { ownName: 50, afdCall: 20, search: 10, cancel: 6, hostile: 14 } as const;
/** A call that a client cancels after a moment; left alone it takes ten seconds. */
const LONG_CALL = { name: 'everything/trigger-long-running-operation', arguments: { duration: 10, steps: 5 } };
const CANCEL_AFTER_MS = [30, 150, 600];

export function callShares(servers: readonly GoodServer[], hostile: readonly PlannedCall[]): readonly Share[] {
  return [
    { weight: WEIGHTS.ownName, calls: servers.map(byOwnName) },
    { weight: WEIGHTS.afdCall, calls: servers.map(throughAfdCall) },
    { weight: WEIGHTS.search, calls: servers.map(search) },
    { weight: WEIGHTS.cancel, calls: CANCEL_AFTER_MS.map(cancelAfter) },
    { weight: WEIGHTS.hostile, calls: hostile },
  ];
}

/** The next call of a client. Undefined: the part that was drawn has no calls, and the client waits. */
export function nextCall(shares: readonly Share[], random: () => number): PlannedCall | undefined {
  let at = random() * shares.reduce((sum, { weight }) => sum + weight, 0);
  const share = shares.find(({ weight }) => {
    at -= weight;
    return at < 0;
  });
  return share && share.calls.length > 0 ? pick(share.calls, random) : undefined;
}

export function byOwnName({ name, tool, input, answers }: GoodServer): PlannedCall {
  return { kind: 'good', name: `${name}/${tool}`, arguments: input, answers };
}

function throughAfdCall({ name, tool, input, answers }: GoodServer): PlannedCall {
  return { kind: 'good', name: 'afd-call', arguments: { command: `${name}/${tool}`, input }, answers };
}

function search({ find }: GoodServer): PlannedCall {
  return { kind: 'search', name: 'afd-discover', arguments: { search: find } };
}

function cancelAfter(cancelAfterMs: number): PlannedCall {
  return { kind: 'cancel', ...LONG_CALL, cancelAfterMs };
}
