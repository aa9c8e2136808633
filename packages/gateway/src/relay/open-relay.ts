import type { SharedState } from '../state/shared-state.ts';
import { HeldCalls } from './held-calls.ts';
import { HeldElsewhere } from './held-elsewhere.ts';
import type { Relay } from './relay-call.ts';
import { TaskIds } from './task-ids.ts';

/** What the calls of all upstreams share, in this process and with other replicas. */
export function openRelay({ mail, credentials }: SharedState): Relay & { close(): void } {
  const held = new HeldCalls();
  const elsewhere = mail && new HeldElsewhere(held, mail);
  return {
    held,
    elsewhere,
    taskIds: new TaskIds(credentials),
    close: () => {
      elsewhere?.close();
      held.close();
    },
  };
}
