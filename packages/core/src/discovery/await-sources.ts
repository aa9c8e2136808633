import type { CallContext } from '../catalog/call-context.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { missingServerOf } from '../catalog/missing.ts';
import type { SourceStatus, ToolSource } from '../catalog/source.ts';

/** How long searches and calls wait for servers that are starting, counted from the first wait for each server. */
export const SOURCE_WAIT_MS = 3_000;
/** How much longer the first search waits if no server has answered by then: it could find nothing. */
const FIRST_WAIT_MS = 7_000;

type Context = Pick<Partial<CallContext>, 'scope' | 'signal'>;

/**
 * Lets an action wait for the tools of servers that are starting, within a bound: after it, actions go on without the
 * slow ones. Servers that need a sign-in or have failed are not awaited.
 */
export class SourceWaits {
  readonly #catalog: Catalog;
  /** When the wait for a source is over. A source is awaited once, whatever the number of searches. */
  readonly #until = new WeakMap<ToolSource, number>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** `names`: the tools that are wanted; undefined if any tool may be. Returns undefined if there is nothing to wait for. */
  before(names: readonly string[] | undefined, context: Context): Promise<void> | undefined {
    if (names?.every((name) => this.#catalog.lookup(name).found)) return undefined;
    return this.#wait(names, context);
  }

  #wait(names: readonly string[] | undefined, { scope, signal }: Context): Promise<void> | undefined {
    const starting = this.#catalog
      .view(scope)
      .sources()
      .filter(({ known, state }) => !known && state === 'starting');
    if (starting.length === 0) return undefined;
    // A call that names a server waits for that server only, and every such call waits again: it cannot run without the server.
    const named = names?.map((name) => missingServerOf(starting, name)?.server) ?? [undefined];
    const onlyNamed = named.every((server) => server !== undefined);
    const waits = starting
      .filter(({ server }) => !onlyNamed || named.includes(server))
      .flatMap(({ server }) => this.#settled(server, onlyNamed));
    if (waits.length === 0) return undefined;
    const settled = Promise.all(waits);
    return doneOrAborted(onlyNamed ? settled : settled.then(() => this.#first(starting)), signal);
  }

  /** If the tools of no server are known yet, waits until those of one server are. */
  async #first(starting: readonly SourceStatus[]): Promise<void> {
    if (this.#catalog.size > 0 || this.#catalog.sources().some(({ known }) => known)) return;
    const known = starting.map(async ({ server }) => {
      const source = this.#catalog.source(server);
      await source?.settled?.(FIRST_WAIT_MS);
      if (!source?.status?.().known) throw new Error(`${server} is not known`);
    });
    // Rejects if no server is known in time: the search goes on without them all.
    await Promise.any(known).catch(() => {});
  }

  #settled(server: string, again: boolean): Promise<void>[] {
    const source = this.#catalog.source(server);
    if (!source?.settled) return [];
    const now = performance.now();
    const until = again ? now + SOURCE_WAIT_MS : (this.#until.get(source) ?? now + SOURCE_WAIT_MS);
    if (!again) this.#until.set(source, until);
    return until > now ? [source.settled(until - now)] : [];
  }
}

/** Resolves when `work` is done or the signal aborts. */
async function doneOrAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return;
  let stop: () => void = () => {};
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
    signal?.addEventListener('abort', stop, { once: true });
  });
  await Promise.race([work, aborted]);
  signal?.removeEventListener('abort', stop);
}
