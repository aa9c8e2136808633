import { type Gateway, type OpenGatewayOptions, openGateway } from '@foldout/gateway';
import { configScope } from '@foldout/gateway/internal/catalog';
import { quietLog } from '../catalog/open-catalog.ts';
import { type VisibleCatalog, visibleCatalog } from '../catalog/visible-catalog.ts';
import { chooseConfigWithNotes } from '../find-config.ts';
import { EXIT } from '../output/fail.ts';
import { VERSION } from '../version.ts';

/** A gateway, the tools that its clients see, and a signal that Ctrl-C aborts. */
export interface OpenGateway {
  readonly gateway: Gateway;
  readonly visible: VisibleCatalog;
  readonly signal: AbortSignal;
}

/** Opens a gateway for `work` and closes it afterwards. Ctrl-C cancels running calls first. */
export async function withGateway<T>(
  config: string | undefined,
  work: (open: OpenGateway) => Promise<T>,
  options: Pick<OpenGatewayOptions, 'functions'> = {},
): Promise<T> {
  const chosen = await chooseConfigWithNotes(config);
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.once('SIGINT', onSignal);
  const log = quietLog(chosen);
  const gateway = await openGateway({ config: chosen.loaded.config, version: VERSION, log, ...options });
  try {
    const visible = visibleCatalog(gateway.server.engine.catalog, configScope(chosen.loaded.config));
    return await work({ gateway, visible, signal: stop.signal });
  } finally {
    if (stop.signal.aborted) process.exitCode = EXIT.interrupted;
    process.removeListener('SIGINT', onSignal);
    await gateway.close();
  }
}
