/**
 * What a tool does, or what a request asks for, as bits: a verb may stand for several actions ("post" sends and creates).
 * 0 means unknown.
 */
export const ACTION = {
  find: 1,
  list: 2,
  read: 4,
  create: 8,
  change: 16,
  delete: 32,
  send: 64,
  run: 128,
  stop: 256,
  copy: 512,
  transfer: 1_024,
  connect: 2_048,
  analyze: 4_096,
  approve: 8_192,
} as const;

export type ActionName = keyof typeof ACTION;

const {
  find,
  list,
  read,
  create,
  change,
  delete: remove,
  send,
  run,
  stop,
  copy,
  transfer,
  connect,
  analyze,
  approve,
} = ACTION;

/** Looks and changes nothing. */
const LOOKS = find | list | read;
/** Pairs of actions that a name often swaps: a tool that adds a comment may be called "post", "write" or "update". */
const NEAR: readonly (readonly [number, number])[] = [
  [LOOKS | analyze, LOOKS | analyze],
  [LOOKS, transfer],
  [create, change | send | copy | transfer | run | connect],
  [change, approve | stop | copy | run | connect],
  [send, run | approve],
  [run, connect | analyze],
  [stop, remove],
  [copy, transfer],
];

/** Level of agreement between two known actions, from a conflict to the same. */
export const FIT = { conflict: -1, other: -0.5, unknown: 0, near: 0.5, same: 1 } as const;

/** How well the action of a tool fits the action that a request asks for. */
export function actionFit(wanted: number, offered: number): number {
  if (wanted === 0 || offered === 0) return FIT.unknown;
  if ((wanted & offered) !== 0) return FIT.same;
  for (const [one, other] of NEAR) {
    if (((wanted & one) !== 0 && (offered & other) !== 0) || ((wanted & other) !== 0 && (offered & one) !== 0))
      return FIT.near;
  }
  const onlyLooks = (action: number): boolean => (action & ~(LOOKS | analyze)) === 0;
  if (onlyLooks(wanted) !== onlyLooks(offered) || offered === remove || wanted === remove) return FIT.conflict;
  return FIT.other;
}

/** The names of the actions in a set, for explanations. */
export function actionNames(actions: number): ActionName[] {
  return (Object.keys(ACTION) as ActionName[]).filter((name) => (actions & ACTION[name]) !== 0);
}
