import {
  type ConfigWatch,
  formatProblem,
  type Gateway,
  type GatewayConfig,
  KnownSecrets,
  type Log,
  openGateway,
  type Serving,
  serveOverHttp,
  serveOverStdio,
  stderrLog,
  watchConfig,
} from '@foldout/gateway';
import { chooseConfig } from '../find-config.ts';
import { greeting, savings } from '../output/greeting.ts';
import { onStop } from '../stop.ts';
import { VERSION } from '../version.ts';

export interface ServeOptions {
  readonly config?: string;
  readonly http?: boolean;
  readonly port?: number;
  readonly host?: string;
  readonly strategy?: NonNullable<GatewayConfig['toolStrategy']>;
}

/** How long after the start the configuration is watched and old knowledge is refreshed. */
const WATCHED_AFTER_MS = 1_000;
const REFRESHED_AFTER_MS = 2_000;

export async function serve(options: ServeOptions): Promise<void> {
  const { loaded, file, notes } = chooseConfig(options.config);
  const secrets = new KnownSecrets(loaded.secrets);
  const log = stderrLog({ secrets });
  for (const note of notes) log.info(note);
  const config = withOptions(loaded.config, options);
  const gateway = await openGateway({ config, version: VERSION, log });
  const serving = options.http ? await serveOnFreePort(gateway, config, log) : undefined;
  const gone = serving ? undefined : serveOverStdio(gateway);
  const watching = file === undefined ? undefined : later(WATCHED_AFTER_MS, () => watch(file));
  onStop(gone, async () => {
    await Promise.all([watching?.then((watched) => watched.close()), serving?.close()]);
    await gateway.close();
  });

  setTimeout(() => void gateway.keepFresh(), REFRESHED_AFTER_MS).unref();
  if (serving) process.stderr.write(greeting(serving.url, gateway));
  await gateway.learnUnknown();
  if (serving) process.stderr.write(savings(gateway));

  function watch(path: string): Promise<ConfigWatch> {
    return watchConfig(
      path,
      (changed) => {
        for (const secret of changed.secrets) secrets.add(secret);
        for (const problem of changed.problems) log.warn(formatProblem(problem));
        const next = withOptions(changed.config, options);
        serving?.update(next);
        void gateway.apply(next).then(() => log.info('the configuration was read again'));
      },
      { loaded, onError: (error) => log.warn(`the configuration was not taken over: ${error.message}`) },
    );
  }
}

/** A port that was asked for is taken or fails; the default gives way when it is in use. */
async function serveOnFreePort(gateway: Gateway, config: GatewayConfig, log: Log): Promise<Serving> {
  try {
    return await serveOverHttp(gateway, { config, log });
  } catch (error) {
    if (config.http?.port !== undefined || !/in use/.test(String(error))) throw error;
    return serveOverHttp(gateway, { config: { ...config, http: { ...config.http, port: 0 } }, log });
  }
}

/** What a client's first questions need not wait for. */
async function later<T>(ms: number, start: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
  return start();
}

function withOptions(config: GatewayConfig, { port, host, strategy }: ServeOptions): GatewayConfig {
  const http = { ...config.http, ...(port !== undefined && { port }), ...(host !== undefined && { host }) };
  return {
    ...config,
    ...(Object.keys(http).length > 0 && { http }),
    ...(strategy !== undefined && { toolStrategy: strategy }),
  };
}
