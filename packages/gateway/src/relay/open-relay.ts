import type { GatewayConfig } from '../config/config-schema.ts';
import type { Log } from '../logging/log.ts';
import { type ResultTreatment, resultTreatment } from '../results/result-treatment.ts';
import type { SharedState } from '../state/shared-state.ts';
import { HeldCalls } from './held-calls.ts';
import { HeldElsewhere } from './held-elsewhere.ts';
import type { Relay } from './relay-call.ts';
import { TaskIds } from './task-ids.ts';

export interface OpenRelay extends Relay, ResultTreatment {
  close(): void;
}

/** What the calls of all upstreams share, in this process and with other replicas. */
export function openRelay({ mail, credentials }: SharedState, { results }: GatewayConfig, log: Log): OpenRelay {
  const held = new HeldCalls();
  const elsewhere = mail && new HeldElsewhere(held, mail);
  return {
    held,
    elsewhere,
    taskIds: new TaskIds(credentials),
    ...resultTreatment(results, log),
    close: () => {
      elsewhere?.close();
      held.close();
    },
  };
}
