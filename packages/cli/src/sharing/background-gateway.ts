import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type Gateway, type GatewayConfig, type Log, stderrLog } from '@foldout/gateway';
import {
  type BackgroundServing,
  defaultStateFolder,
  type KnownSecrets,
  serveInBackground,
} from '@foldout/gateway/internal';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { VERSION } from '../version.ts';
import { type GatewayOptions, gatewayArguments, keyFor } from './sharing-key.ts';

export interface BackgroundOptions extends GatewayOptions {
  /** The key of its address, if a client started it. True: a service or a user started it. */
  readonly background: string | true;
  /** Undefined: the servers of all clients were merged. */
  readonly file: string | undefined;
  /** The working folder of the client that started this gateway. */
  readonly folder: string;
  readonly config: GatewayConfig;
  /** Lines that every client prints. */
  readonly notes: readonly string[];
  readonly secrets: KnownSecrets;
}

export interface BackgroundGateway extends Pick<BackgroundServing, 'ended' | 'close'> {
  /** Takes the address that belongs to the changed configuration. */
  follow(): Promise<void>;
}

/** How long the gateway stays after its last client has gone. A client that is restarted finds its servers running. */
const GRACE_MS = 30_000;

/** Serves this gateway to all clients that share it. */
export async function openBackground(gateway: Gateway, options: BackgroundOptions): Promise<BackgroundGateway> {
  const { background, folder, config, secrets } = options;
  if (options.file === undefined) {
    throw new CliError(`A background gateway needs a configuration file. Create one: ${typed('import')}`, EXIT.config);
  }
  const file = resolve(folder, options.file);
  const stateFolder = config.stateFolder ?? resolve(defaultStateFolder());
  const notes: string[] = [];
  const collect = stderrLog({ secrets, write: (line) => notes.push(line) });
  for (const note of options.notes) collect.info(note);
  const shared = gatewayArguments(options);
  const ownKey = (): string => keyFor({ file, text: readFileSync(file, 'utf8'), stateFolder, folder }, shared);
  const started = background !== true;
  const key = started ? background : ownKey();
  // The gateway must not keep the folder of one client in use.
  process.chdir(homedir());
  const { ended, close, moveTo } = await serveInBackground(gateway, {
    stateFolder,
    key,
    version: VERSION,
    config: file,
    graceMs: started ? graceMs() : undefined,
    inherited: started && process.platform !== 'win32',
    options: shared,
    notes: () => notes,
  });
  return {
    ended,
    close,
    follow: () => moveTo(ownKey()),
  };
}

/** The log of a background gateway: every line has the time, because no person watches it. */
export function backgroundLog(secrets: KnownSecrets): Log {
  return stderrLog({
    secrets,
    write: (line) => process.stderr.write(`${new Date().toISOString()} ${line.replace(/^foldout: /, '')}\n`),
  });
}

function graceMs(): number {
  const wanted = Number.parseInt(process.env['FOLDOUT_GRACE_MS'] ?? '', 10);
  return Number.isInteger(wanted) && wanted >= 0 ? wanted : GRACE_MS;
}
