import { useEffect, useState } from 'preact/hooks';
import type { DashboardAnswers } from '../api/answers.ts';
import { ask, type Query } from '../api/gateway.ts';

export interface Answer<T> {
  /** The last answer, also while the next request runs. */
  readonly value: T | undefined;
  readonly problem: string | undefined;
  readonly reload: () => void;
}

/** Loads data from the gateway, and loads it again whenever the query or `version` changes. */
export function useAnswer<Name extends keyof DashboardAnswers & string>(
  name: Name,
  query: Query = {},
  version: unknown = 0,
): Answer<DashboardAnswers[Name]> {
  const [value, setValue] = useState<DashboardAnswers[Name] | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [reloads, setReloads] = useState(0);
  const queryText = JSON.stringify(query);
  useEffect(() => {
    const abort = new AbortController();
    ask(name, JSON.parse(queryText) as Query, abort.signal).then(
      (answer) => {
        setValue(() => answer);
        setProblem(undefined);
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
      },
    );
    return () => abort.abort();
  }, [name, queryText, version, reloads]);
  return { value, problem, reload: () => setReloads((count) => count + 1) };
}
