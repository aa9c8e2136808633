import { setTimeout as sleep } from 'node:timers/promises';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Connection, connectClient, type Era } from '../connections.ts';
import { type CallRecord, DEADLINE_MS, type PlannedCall } from './assignment.ts';
import { BROKEN, CANCELED, EXPECTED, LOST, type Outcome, outcomeOfError, outcomeOfResult } from './outcome.ts';
import { WatchedFetch } from './watched-fetch.ts';

/** The SDK's own timeout comes after ours, so that a late answer is still counted as lost. */
const SDK_TIMEOUT_MS = DEADLINE_MS + 5_000;
const CLOSE_MS = 2_000;

interface Open extends Connection {
  readonly transport: StreamableHTTPClientTransport;
  readonly watched: WatchedFetch;
}

/** One client: it connects when it has a call to make, makes one call at a time, and records how each call ended. */
export class SoakClient {
  readonly #url: string;
  readonly #era: Era;
  readonly #record: (record: CallRecord) => void;
  #open: Open | undefined;

  constructor(url: string, era: Era, record: (record: CallRecord) => void) {
    this.#url = url;
    this.#era = era;
    this.#record = record;
  }

  /** Never throws. Returns the outcome. */
  async call(call: PlannedCall): Promise<string> {
    this.#open ??= await this.#connect();
    const open = this.#open;
    if (!open) return BROKEN;
    const outcome = await this.#timed(call, (stop) => callWith(open, call, stop.signal));
    // A gateway that no longer knows the session answers 404; the protocol asks the client to initialize again.
    if (outcome === LOST || outcome.startsWith('HTTP 4')) await this.close();
    return outcome;
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    const closing = async (): Promise<void> => {
      if (this.#era === 'legacy') await open.transport.terminateSession();
      await open[Symbol.asyncDispose]();
    };
    await Promise.race([closing().catch(() => {}), sleep(CLOSE_MS, undefined, { ref: false })]);
  }

  async #connect(): Promise<Open | undefined> {
    const watched = new WatchedFetch();
    const transport = new StreamableHTTPClientTransport(new URL(this.#url), { fetch: watched.fetch });
    let open: Open | undefined;
    await this.#timed({ kind: 'connect', name: this.#era, arguments: {} }, async () => {
      const connection = await connectClient(transport, this.#era);
      open = { ...connection, transport, watched };
      return { outcome: EXPECTED };
    });
    return open;
  }

  /** Runs one request with the deadline, and records it. */
  async #timed(call: PlannedCall, run: (stop: AbortController) => Promise<Outcome>): Promise<string> {
    const stop = new AbortController();
    const beganAt = Date.now();
    const started = performance.now();
    const timer = new AbortController();
    const lost = { outcome: LOST };
    const late = sleep(DEADLINE_MS, lost, { signal: timer.signal }).catch(() => lost);
    const ended = await Promise.race([run(stop).catch(outcomeOfError), late]);
    timer.abort();
    stop.abort();
    const { kind, name } = call;
    this.#record({ kind, name, ...ended, beganAt, ms: performance.now() - started });
    return ended.outcome;
  }
}

async function callWith({ client, watched }: Open, call: PlannedCall, stopped: AbortSignal): Promise<Outcome> {
  const abort = new AbortController();
  const broken = new Promise<Outcome>((resolve) => watched.watch(() => resolve({ outcome: BROKEN })));
  stopped.addEventListener('abort', () => abort.abort());
  const canceled = call.cancelAfterMs === undefined ? undefined : setTimeout(() => abort.abort(), call.cancelAfterMs);
  const answered = async (): Promise<Outcome> => {
    try {
      const { name, arguments: input } = call;
      const options = { signal: abort.signal, timeout: SDK_TIMEOUT_MS, maxTotalTimeout: SDK_TIMEOUT_MS };
      return outcomeOfResult(await client.callTool({ name, arguments: { ...input } }, options), call.answers);
    } catch (error) {
      return abort.signal.aborted ? { outcome: CANCELED } : outcomeOfError(error);
    }
  };
  try {
    return await Promise.race([answered(), broken]);
  } finally {
    clearTimeout(canceled);
  }
}
