import type { FoldoutServer } from '@foldout/server';
import { sessionIn } from '../state/mail.ts';
import type { SharedState } from '../state/shared-state.ts';
import type { Members } from './members.ts';

/** Applies what other processes and replicas have written to the shared state. Returns a function that ends it. */
export function followState(
  state: SharedState,
  server: FoldoutServer,
  members: Members,
  onCredentials: () => void,
): () => void {
  const endMail = state.mail?.subscribe(({ to, message }) => {
    const session = sessionIn(to);
    if (session !== undefined) server.sessions.deliver(session, message);
  });
  const endState = state.subscribe(({ kind, key }) => {
    if (kind === 'session-ended') server.sessions.forget(key);
    // A user has signed in with `foldout auth`, which is another process.
    if (kind === 'credentials') onCredentials();
    if (kind !== 'approvals') return;
    for (const { name, trusted } of members.all()) if (key === name || key === '*') void trusted.reload();
  });
  return () => {
    endMail?.();
    endState();
  };
}
