import { effect, signal } from '@preact/signals';
import type { UpstreamStanding } from '../api/answers.ts';
import { listen } from '../api/gateway.ts';
import { readEvents } from '../api/read-events.ts';
import { me } from './session.ts';

export interface CatalogState {
  readonly version: number;
  readonly tools: number;
  readonly waiting: number;
}

const AGAIN_MS = { first: 500, most: 15_000 };
const KEPT_SECONDS = 60;

export const connected = signal(false);
export const standings = signal<readonly UpstreamStanding[] | undefined>(undefined);
export const catalog = signal<CatalogState | undefined>(undefined);
/** Calls in each of the last seconds, the latest last. */
export const callRates = signal<readonly number[]>([]);
/** Rises when something was called: what is shown of use is old then. */
export const activity = signal(0);

/** As it was told last: it is told again only when it is another. */
let rate = 0;

setInterval(() => {
  if (!connected.value) return;
  callRates.value = [...callRates.value, rate].slice(-KEPT_SECONDS);
  if (rate > 0) activity.value += 1;
}, 1_000);

effect(() => {
  if (me.value === undefined) return;
  const leaving = new AbortController();
  void follow(leaving.signal);
  return () => leaving.abort();
});

async function follow(signal: AbortSignal): Promise<void> {
  let wait = AGAIN_MS.first;
  while (!signal.aborted) {
    try {
      const stream = await listen('events', signal);
      connected.value = true;
      wait = AGAIN_MS.first;
      for await (const { kind, data } of readEvents(stream)) hear(kind, JSON.parse(data));
    } catch {
      // Lost, or never there: it is tried again.
    }
    connected.value = false;
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, AGAIN_MS.most);
  }
}

function hear(kind: string, data: unknown): void {
  if (kind === 'upstreams') standings.value = data as readonly UpstreamStanding[];
  if (kind === 'catalog') catalog.value = data as CatalogState;
  if (kind === 'calls') rate = (data as { readonly perSecond: number }).perSecond;
}
