import { type GatewayConfig, type Log, openGateway, type UpstreamStatus } from '@foldout/gateway';
import { withProgress } from '../output/progress.ts';
import { VERSION } from '../version.ts';

/** How many servers are asked at once. */
const AT_ONCE = 4;

/** Asks servers for their tools and keeps the answers on disk. How it went is told by server. */
export async function askServers(
  config: GatewayConfig,
  log: Log,
  which: 'all' | 'unknown',
): Promise<ReadonlyMap<string, UpstreamStatus>> {
  const gateway = await openGateway({ config: { ...config, learning: false }, version: VERSION, log });
  try {
    const waiting = gateway.upstreams.filter(({ manifest }) => which === 'all' || manifest === undefined);
    const asked = [...waiting];
    const statuses = new Map<string, UpstreamStatus>();
    const told = (): string => `Asking servers for their tools (${statuses.size} of ${asked.length})`;
    await withProgress(told(), async (progress) => {
      const next = async (): Promise<void> => {
        for (let upstream = waiting.shift(); upstream; upstream = waiting.shift()) {
          await upstream.refresh();
          statuses.set(upstream.name, upstream.status);
          progress.say(told());
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, next));
    });
    return new Map([...statuses].sort(([a], [b]) => (a < b ? -1 : 1)));
  } finally {
    await gateway.close();
  }
}
