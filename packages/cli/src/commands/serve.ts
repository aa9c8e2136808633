import { resolve } from 'node:path';
import { CLIENTS } from '@foldout/clients';
import {
  type Gateway,
  type GatewayConfig,
  type LoadedConfig,
  openGateway,
  type ServeHttpOptions,
  type Serving,
  serveOverHttp,
  serveOverStdio,
  stderrLog,
} from '@foldout/gateway';
import { defaultStateFolder, firstList, KnownSecrets } from '@foldout/gateway/internal';
import { TOOL_STRATEGIES } from '@foldout/server';
import { type ChosenConfig, chooseConfig, chooseConfigWithNotes } from '../find-config.ts';
import { canAsk } from '../output/ask.ts';
import { CliError } from '../output/fail.ts';
import { greeting, savings } from '../output/greeting.ts';
import { watchLater } from '../reload.ts';
import { backgroundLog, openBackground } from '../sharing/background-gateway.ts';
import { onStop } from '../stop.ts';
import { VERSION } from '../version.ts';

export interface ServeOptions {
  readonly config?: string;
  readonly http?: boolean;
  readonly port?: number;
  readonly host?: string;
  readonly strategy?: NonNullable<GatewayConfig['toolStrategy']>;
  /** False with `--no-learning`. */
  readonly learning?: boolean;
  readonly profile?: string;
  /** The id of the client that starts this process, as `foldout connect` writes it. */
  readonly client?: string;
  /** With `config`: the file was found in a working folder. */
  readonly inFolder?: boolean;
  /** Become the background gateway: true, or the key of its address, if a client started this process. */
  readonly background?: string | true;
}

/** Refreshing tools starts later, so that it does not slow the first requests. */
const REFRESHED_AFTER_MS = 2_000;

export async function serve(options: ServeOptions): Promise<void> {
  const folder = process.cwd();
  const choose = (): ChosenConfig => chooseConfig(options.config && resolve(folder, options.config), options.inFolder);
  const asks = options.http === true && options.config === undefined && canAsk();
  const chosen = asks ? await chooseConfigWithNotes(undefined) : choose();
  const { loaded, file, notes } = chosen;
  const secrets = new KnownSecrets(loaded.secrets);
  const log = options.background === undefined ? stderrLog({ secrets }) : backgroundLog(secrets);
  if (!asks) for (const note of notes) log.info(note);
  const config = withOptions(loaded.config, options);
  checkOptions(config, options);
  const gateway = await openGateway({
    config,
    version: VERSION,
    log,
    deferFill: !options.http,
    folder: options.background === undefined ? undefined : folder,
  });
  const administration = options.http ? await administrationOf(chosen, folder) : undefined;
  const serving = options.http ? await serveOnFreePort(gateway, { config, log, administration }) : undefined;
  const background =
    options.background === undefined
      ? undefined
      : await openBackground(gateway, {
          ...options,
          inFolder: chosen.inFolder,
          background: options.background,
          file,
          folder,
          config,
          notes,
          secrets,
        });
  const disconnected = serving
    ? undefined
    : (background?.ended ?? serveOverStdio(gateway, { profile: options.profile, client: options.client }));
  void disconnected?.then((reason) => background && log.info(`ended: ${reason}`));
  const watching = watchLater({ chosen, choose, folder, log, apply });
  onStop(disconnected, async () => {
    await Promise.all([watching.close(), serving?.close(), background?.close()]);
    await gateway.close();
  });

  setTimeout(() => void gateway.keepFresh(), REFRESHED_AFTER_MS).unref();
  if (serving) process.stderr.write(greeting(serving, gateway));
  await gateway.learnUnknown(firstList(gateway.server));
  if (!serving) return;
  await gateway.judged();
  process.stderr.write(savings(gateway));

  function apply(changed: LoadedConfig): void {
    for (const secret of changed.secrets) secrets.add(secret);
    const next = withOptions(changed.config, options);
    // First, because it throws for settings that would let clients in without a token. Then nothing is applied.
    serving?.update(next);
    const applied = Promise.all([gateway.apply(next), background?.follow()]);
    applied.then(
      () => log.info('the configuration was reloaded'),
      (error: Error) => log.warn(`a part of the new configuration was not applied: ${error.message}`),
    );
  }
}

/** What the dashboard may change. Loaded here, because a gateway over stdio has no dashboard. */
async function administrationOf({ file }: ChosenConfig, folder: string) {
  const { openAdministration } = await import('../administering/administration.ts');
  return (config: () => GatewayConfig) =>
    openAdministration({
      file: file && resolve(folder, file),
      config,
      stateFolder: () => config().stateFolder ?? resolve(folder, defaultStateFolder()),
    });
}

/** Uses a free port if the default one is in use. A port that the user chose must be free. */
async function serveOnFreePort(gateway: Gateway, options: ServeHttpOptions): Promise<Serving> {
  const { config } = options;
  try {
    return await serveOverHttp(gateway, options);
  } catch (error) {
    if (config.http?.port !== undefined || !/in use/.test(String(error))) throw error;
    return serveOverHttp(gateway, { ...options, config: { ...config, http: { ...config.http, port: 0 } } });
  }
}

function checkOptions({ profiles = {} }: GatewayConfig, { profile, http, strategy, client }: ServeOptions): void {
  if (strategy !== undefined && !TOOL_STRATEGIES.includes(strategy)) {
    throw new CliError(`There is no strategy '${strategy}'. Use one of ${TOOL_STRATEGIES.join(', ')}.`);
  }
  if (client !== undefined && !CLIENTS.some(({ id }) => id === client)) {
    throw new CliError(`There is no client '${client}'. Use one of ${CLIENTS.map(({ id }) => id).join(', ')}.`);
  }
  if (client !== undefined && http) throw new CliError('--client is for stdio. Leave it out with --http.');
  if (profile === undefined) return;
  if (http) {
    throw new CliError(`--profile is for stdio. Over HTTP, a client connects to /mcp/p/${profile}.`);
  }
  if (Object.hasOwn(profiles, profile)) return;
  const names = Object.keys(profiles);
  const fix = names.length > 0 ? `Use one of ${names.join(', ')}.` : 'Add it to "profiles" in the configuration.';
  throw new CliError(`There is no profile '${profile}'. ${fix}`);
}

function withOptions(config: GatewayConfig, { port, host, strategy, learning }: ServeOptions): GatewayConfig {
  const http = { ...config.http, ...(port !== undefined && { port }), ...(host !== undefined && { host }) };
  return {
    ...config,
    ...(Object.keys(http).length > 0 && { http }),
    ...(strategy !== undefined && { toolStrategy: strategy }),
    ...(learning === false && { learning }),
  };
}
