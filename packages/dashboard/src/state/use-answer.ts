import { useEffect, useState } from 'preact/hooks';
import { ask, type Query } from '../api/gateway.ts';

export interface Answer<T> {
  /** The last one, also while the next is on its way. */
  readonly value: T | undefined;
  readonly problem: string | undefined;
  readonly reload: () => void;
}

/** Asks the gateway, and again whenever the question or `fresh` changes. */
export function useAnswer<T>(name: string, query: Query = {}, fresh: unknown = 0): Answer<T> {
  const [value, setValue] = useState<T | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [turn, setTurn] = useState(0);
  const question = JSON.stringify(query);
  // `fresh` and `turn` say when to ask again.
  useEffect(() => {
    const leaving = new AbortController();
    ask<T>(name, JSON.parse(question) as Query, leaving.signal).then(
      (answer) => {
        setValue(() => answer);
        setProblem(undefined);
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
      },
    );
    return () => leaving.abort();
  }, [name, question, fresh, turn]);
  return { value, problem, reload: () => setTurn((before) => before + 1) };
}
