import { type Gateway, openGateway } from '@foldout/gateway';
import { configScope } from '@foldout/gateway/catalog';
import { quietLog } from '../catalog/open-catalog.ts';
import { type VisibleCatalog, visibleCatalog } from '../catalog/visible-catalog.ts';
import { chooseConfigAloud } from '../find-config.ts';
import { VERSION } from '../version.ts';

/** A gateway at work: what a client of it would see, and what ends when Ctrl-C is pressed. */
export interface AtWork {
  readonly gateway: Gateway;
  readonly visible: VisibleCatalog;
  readonly signal: AbortSignal;
}

/** Works with a gateway and closes it, whatever happens. Ctrl-C cancels what is under way first. */
export async function withGateway<T>(config: string | undefined, work: (at: AtWork) => Promise<T>): Promise<T> {
  const chosen = chooseConfigAloud(config);
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.once('SIGINT', onSignal);
  const gateway = await openGateway({ config: chosen.loaded.config, version: VERSION, log: quietLog(chosen) });
  try {
    const visible = visibleCatalog(gateway.server.engine.catalog, configScope(chosen.loaded.config));
    return await work({ gateway, visible, signal: stop.signal });
  } finally {
    process.removeListener('SIGINT', onSignal);
    await gateway.close();
  }
}
