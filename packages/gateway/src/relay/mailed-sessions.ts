import type { SessionStore } from '@foldout/server';
import { toSession } from '../state/mail.ts';
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
