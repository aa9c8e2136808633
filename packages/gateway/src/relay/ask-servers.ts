/** How many servers are asked at once: 50 servers that start together would overload the machine. */
const ASKED_AT_ONCE = 4;
/** After this time without an answer, the next server is started too: a slow server mostly waits and uses little CPU time. */
const TURN_MS = 1_000;

/**
 * Asks servers for their tools, a few at a time, in the given order, once `after` has resolved. Returns one promise per server, which settles when that
 * server has been asked.
 */
export function askInTurn<T>(
  servers: readonly T[],
  ask: (server: T) => Promise<void>,
  after: Promise<unknown> = Promise.resolve(),
): readonly Promise<void>[] {
  const turns = servers.map((server) => {
    let start: () => void = () => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    return { start, asked: started.then(() => ask(server)) };
  });
  const waiting = turns.values();
  const next = async (): Promise<void> => {
    for (const { start, asked } of waiting) {
      start();
      await turnOver(asked);
    }
  };
  for (let slot = 0; slot < ASKED_AT_ONCE; slot++) void after.then(next);
  return turns.map(({ asked }) => asked);
}

async function turnOver(asked: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, TURN_MS);
    timer.unref();
  });
  await Promise.race([asked.catch(() => {}), timeout]);
  clearTimeout(timer);
}
