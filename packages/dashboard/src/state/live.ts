import { effect, signal } from '@preact/signals';
import type { LiveStates, UpstreamLiveState } from '../api/answers.ts';
import { openEvents } from '../api/gateway.ts';
import { readEvents } from '../api/read-events.ts';
import { me } from './session.ts';

const RECONNECT_MS = { first: 500, max: 15_000 };
const SHOWN_SECONDS = 60;

export const connected = signal(false);
export const upstreamStates = signal<readonly UpstreamLiveState[] | undefined>(undefined);
/** The number of the last call or search of the activity log. */
export const lastActivity = signal(0);
/** Number of calls that wait for a person. */
export const pendingCalls = signal(0);
export const catalog = signal<LiveStates['catalog'] | undefined>(undefined);
/** Calls in each of the last seconds, oldest first. */
export const callRates = signal<readonly number[]>([]);
/** Number of seconds with a call. Views load their figures again after every few such seconds. */
export const activity = signal(0);

/** The last call rate that the gateway sent. The gateway sends the rate only when it changes. */
let rate = 0;

setInterval(() => {
  if (!connected.value) return;
  callRates.value = [...callRates.value, rate].slice(-SHOWN_SECONDS);
  if (rate > 0) activity.value += 1;
}, 1_000);

effect(() => {
  if (me.value === undefined) return;
  const leaving = new AbortController();
  void follow(leaving.signal);
  return () => leaving.abort();
});

async function follow(signal: AbortSignal): Promise<void> {
  let wait = RECONNECT_MS.first;
  while (!signal.aborted) {
    try {
      const stream = await openEvents(signal);
      connected.value = true;
      wait = RECONNECT_MS.first;
      for await (const { kind, data } of readEvents(stream)) onEvent(kind, JSON.parse(data));
    } catch {
      // The gateway is not reachable, or the connection broke: the loop reconnects.
    }
    connected.value = false;
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, RECONNECT_MS.max);
  }
}

function onEvent(kind: string, data: unknown): void {
  if (kind === 'upstreams') upstreamStates.value = data as LiveStates['upstreams'];
  if (kind === 'catalog') catalog.value = data as LiveStates['catalog'];
  if (kind === 'asks') pendingCalls.value = (data as LiveStates['asks']).waiting;
  if (kind === 'activity') lastActivity.value = (data as LiveStates['activity']).seq;
  if (kind === 'calls') rate = (data as LiveStates['calls']).perSecond;
}
