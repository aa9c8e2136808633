import type { SessionStore } from '@foldout/server';
import { type Mail, sessionIn, toSession } from '../state/mail.ts';
import type { SharedState } from '../state/shared-state.ts';

/** The sessions of a state, with the messages that its replicas pass on to each other. */
export function mailedSessions({ sessions, mail }: Pick<SharedState, 'sessions' | 'mail'>): SessionStore {
  if (!mail) return sessions;
  return {
    load: (id) => sessions.load(id),
    save: (session) => sessions.save(session),
    remove: (id) => sessions.remove(id),
    enabledTools: sessions.enabledTools,
    mail: {
      send: (session, letter) => mail.send({ to: toSession(session), ...letter }),
      lasting: (session) => mail.lasting(toSession(session)),
    },
  };
}

/** Gives the letters for sessions to the server that may have them open. Returns a function that ends it. */
export function deliverMail(mail: Mail | undefined, deliver: (session: string, message: unknown) => void): () => void {
  const end = mail?.subscribe(({ to, message }) => {
    const session = sessionIn(to);
    if (session !== undefined) deliver(session, message);
  });
  return () => end?.();
}
