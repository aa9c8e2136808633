import { type GatewayConfig, openGateway, serveOverHttp, serveOverStdio, watchConfig } from '@foldout/gateway';
import { chooseConfig } from '../find-config.ts';
import { greeting, savings } from '../output/greeting.ts';
import { stderrLog } from '../output/stderr-log.ts';
import { version } from '../program.ts';
import { onStop } from '../stop.ts';

export interface ServeOptions {
  readonly config?: string;
  readonly http?: boolean;
  readonly port?: number;
  readonly host?: string;
  readonly strategy?: string;
}

/** How long after the start old knowledge is refreshed: a client's first questions come before it. */
const REFRESH_AFTER_MS = 2_000;

export async function serve(options: ServeOptions): Promise<void> {
  const chosen = chooseConfig(options.config);
  const log = stderrLog(chosen.secrets);
  for (const note of chosen.notes) log.info(note);
  const config = withOptions(chosen.config, options);
  const gateway = await openGateway({ config, version: version(), log });
  const serving = options.http ? await serveOverHttp(gateway, { config, log }) : undefined;
  const gone = serving ? undefined : serveOverStdio(gateway);

  const watch = await watchConfig(
    chosen.file,
    (changed) => {
      const next = withOptions(changed.config, options);
      for (const problem of changed.problems) log.warn(problem.message);
      serving?.update(next);
      void gateway.apply(next).then(() => log.info('the configuration was read again'));
    },
    { loaded: chosen, onError: (error) => log.warn(`the configuration was not taken over: ${error.message}`) },
  );
  onStop(gone, async () => {
    await Promise.all([watch.close(), serving?.close()]);
    await gateway.close();
  });

  setTimeout(() => gateway.refreshStale(), REFRESH_AFTER_MS).unref();
  if (serving) process.stderr.write(greeting(serving.url, gateway));
  await gateway.learnUnknown();
  if (serving) process.stderr.write(savings(gateway));
}

function withOptions(config: GatewayConfig, { port, host, strategy }: ServeOptions): GatewayConfig {
  const http = { ...config.http, ...(port !== undefined && { port }), ...(host !== undefined && { host }) };
  return {
    ...config,
    ...(Object.keys(http).length > 0 && { http }),
    ...(strategy !== undefined && { toolStrategy: strategy }),
  };
}
