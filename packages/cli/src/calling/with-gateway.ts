import { type Gateway, openGateway } from '@foldout/gateway';
import { quietLog } from '../catalog/open-catalog.ts';
import { chooseConfigAloud } from '../find-config.ts';
import { VERSION } from '../version.ts';

/** Works with a gateway and closes it, whatever happens. Ctrl-C cancels what is under way first. */
export async function withGateway<T>(
  config: string | undefined,
  work: (gateway: Gateway, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const chosen = chooseConfigAloud(config);
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.once('SIGINT', onSignal);
  const gateway = await openGateway({ config: chosen.loaded.config, version: VERSION, log: quietLog(chosen) });
  try {
    return await work(gateway, stop.signal);
  } finally {
    process.removeListener('SIGINT', onSignal);
    await gateway.close();
  }
}
