import type { Evaluation, MeasuredRequest } from './evaluate.ts';

/** A part of the requests of one set that is reported on its own. */
export interface Group {
  readonly name: string;
  readonly requests: readonly MeasuredRequest[];
  /** Best scores of the requests that no tool fits, if the set has such requests. */
  readonly absent: readonly number[];
}

const LANGUAGE = /^lang/;

/** Whether a set is reported by kind. The other sets are public query sets, of which the report gives a mean. */
export function hasKinds({ requests }: Evaluation): boolean {
  return requests.some(({ kind }) => kind !== undefined);
}

/** The whole set, the agents' searches, and one group for each kind of request; languages together. */
export function groupsOf(evaluation: Evaluation): Group[] {
  const { set, requests, searches, absent } = evaluation;
  const all: Group = { name: set, requests, absent: absent.requests };
  if (!hasKinds(evaluation)) return [all];
  const kinds = [...new Set(requests.map(({ kind }) => groupOf(kind)))].sort();
  return [
    all,
    ...(searches.length > 0 ? [{ name: `${set}/agents`, requests: searches, absent: absent.searches }] : []),
    ...kinds.map((kind) => ({
      name: `${set}/${kind}`,
      requests: requests.filter((request) => groupOf(request.kind) === kind),
      absent: [],
    })),
  ];
}

function groupOf(kind: string | undefined): string {
  return kind === undefined ? 'other' : LANGUAGE.test(kind) ? 'language' : kind;
}
