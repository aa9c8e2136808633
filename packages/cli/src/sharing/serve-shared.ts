import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  fingerprintOfText,
  isAgreed,
  isFile,
  isFoundInFolder,
  ownConfigPlaces,
  relayStdio,
} from '@foldout/gateway/internal/daemon';
import { joinBackground } from './join-background.ts';
import { gatewayArguments } from './sharing-key.ts';

/** Options of `foldout serve` with which a client can share a gateway. Any other option means a gateway of its own. */
const SHARED_OPTIONS = {
  config: { type: 'string', short: 'c' },
  profile: { type: 'string' },
  client: { type: 'string' },
  strategy: { type: 'string' },
  'no-learning': { type: 'boolean' },
  debug: { type: 'boolean' },
} as const;

const GONE = 'the background gateway has ended. Connect this client again: the next start begins a new one.';

/**
 * `foldout serve` over stdio: relays to the background gateway, and starts it if none runs. Returns if this client needs a
 * gateway of its own: because of its options, because it has no configuration file, or because the background gateway
 * cannot be reached. Loads almost nothing, since a client waits for it.
 */
export async function serveShared(args: readonly string[]): Promise<void> {
  const options = optionsIn(args);
  const found = options && configFile(options.config);
  if (!options || !found) return;
  const { file, inFolder } = found;
  const { profile, client, strategy, debug, 'no-learning': noLearning } = options;
  const shared = gatewayArguments({ strategy, learning: !noLearning, inFolder });
  const joined = await joinBackground(file, shared, { want: 'session', profile, client }).catch((error: Error) => {
    if (debug) process.stderr.write(`foldout: no background gateway: ${error.message}\n`);
  });
  if (!joined) return;
  for (const line of joined.welcome.notes ?? []) process.stderr.write(`${line}\n`);
  const end = await relayStdio(joined);
  if (end === 'gateway') process.stderr.write(`foldout: ${GONE}\n`);
  process.exit(end === 'gateway' ? 1 : 0);
}

/** Undefined if an option is unknown here: then Commander reads the options, and reports mistakes. */
function optionsIn(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: SHARED_OPTIONS, strict: true, allowPositionals: false }).values;
  } catch {
    return undefined;
  }
}

/**
 * Undefined if there is no configuration of Foldout's own (then the servers of all clients are merged), or if the user has not
 * agreed to the one of the working folder: no setting of such a file counts, so this client gets a gateway of its own.
 */
function configFile(named: string | undefined): { readonly file: string; readonly inFolder: boolean } | undefined {
  if (named !== undefined) return { file: resolve(named), inFolder: false };
  const { platform, env } = process;
  const machine = { platform, home: homedir(), cwd: process.cwd(), env };
  const file = ownConfigPlaces(machine).find(isFile);
  if (file === undefined) return undefined;
  if (!isFoundInFolder(file, machine)) return { file, inFolder: false };
  return isAgreed(file, fingerprintOfText(readFileSync(file, 'utf8').replace(/^\ufeff/, '')))
    ? { file, inFolder: true }
    : undefined;
}
