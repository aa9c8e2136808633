import { type GatewayConfig, type Log, openGateway, type UpstreamStatus } from '@foldout/gateway';
import { withProgress } from '../output/progress.ts';
import { VERSION } from '../version.ts';

/** Servers that are started at the same time. */
const AT_ONCE = 4;

/** Starts servers and saves their tools on disk. Returns the status of each one. */
export async function refreshServers(
  config: GatewayConfig,
  log: Log,
  which: 'all' | 'unknown',
): Promise<ReadonlyMap<string, UpstreamStatus>> {
  await using gateway = await openGateway({ config: { ...config, learning: false }, version: VERSION, log });
  const waiting = gateway.upstreams.filter(({ manifest }) => which === 'all' || manifest === undefined);
  const total = waiting.length;
  const statuses = new Map<string, UpstreamStatus>();
  const message = (): string => `Reading the tools of servers (${statuses.size} of ${total})`;
  await withProgress(message(), async (progress) => {
    const next = async (): Promise<void> => {
      for (let upstream = waiting.shift(); upstream; upstream = waiting.shift()) {
        await upstream.refresh();
        statuses.set(upstream.name, upstream.status);
        progress.update(message());
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  });
  return new Map([...statuses].sort(([a], [b]) => (a < b ? -1 : 1)));
}
