import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ConnectableClient, Launch } from '@foldout/clients';
import { asObject } from '@foldout/clients/internal';
import { writeConfig } from '@foldout/gateway';
import {
  type ClientsPlan,
  ConnectionRecords,
  connectFile,
  defaultStateFolder,
  type FileClient,
  ownConfigFile,
  parseValue,
  planClients,
  readImportMemory,
  secretMask,
  thisMachine,
  writeImportMemory,
} from '@foldout/gateway/internal';
import { openSecretStore } from '@foldout/gateway/internal/catalog';
import { chooseClients } from '../connecting/choose-clients.ts';
import { isFromNpx, ownLaunch } from '../connecting/own-launch.ts';
import { noteDifferences } from '../importing/differences.ts';
import {
  noteSecrets,
  offerSecrets,
  readerOf,
  asJson as secretsAsJson,
  storeSecrets,
} from '../importing/offer-secrets.ts';
import { shellWord, typed } from '../invocation.ts';
import { canAsk, confirmed } from '../output/ask.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { note, print, printJson } from '../output/terminal.ts';
import { textDiff } from '../output/text-diff.ts';
import { stateFolderOf } from '../sharing/state-folder.ts';

interface ConnectOptions {
  readonly config?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly project?: boolean;
  /** True, or the address. */
  readonly http?: boolean | string;
  readonly keep?: boolean;
  readonly share?: boolean;
  readonly moveSecrets?: boolean;
}

const DEFAULT_ADDRESS = 'http://127.0.0.1:3200/mcp';

/** Puts Foldout into clients: their servers move into Foldout's configuration, and each gets one entry instead. */
export async function connect(options: ConnectOptions, names: readonly string[]): Promise<void> {
  const machine = thisMachine();
  const configFile = resolve(options.config ?? projectConfig(options) ?? ownConfigFile());
  const stateFolder = defaultStateFolder();
  const chosen = chooseClients(names, machine);
  const address = addressOf(options);
  const store = openSecretStore(stateFolderOf(configFile));
  const plan = await planClients({
    clients: chosen.filter((client): client is FileClient => client.connection.kind === 'file'),
    machine,
    configFile,
    memory: readImportMemory(stateFolder, configFile),
    reach: (client) => {
      return address ? { http: { url: address } } : { launch: launchOf(configFile, client) };
    },
    project: options.project,
    keep: options.keep,
    share: options.share,
    secret: readerOf(store),
  });
  const before = existsSync(configFile) ? readFileSync(configFile, 'utf8') : '';
  const changed = plan.planned.filter(({ plan: { edits } }) => edits.length > 0);
  const servers = plan.merged.servers.map(({ importedAs }) => importedAs);
  const offer = await offerSecrets(plan.merged.text, servers, store, options);
  if (!options.json) show(plan, configFile, { before, after: offer.text });
  const write =
    (changed.length > 0 || offer.text !== before || offer.isNew) && (await confirmWriting(options, changed.length));
  if (write) {
    storeSecrets(offer, store);
    await writeAll(plan, configFile, { before, after: offer.text }, stateFolder);
  }
  const pasted = chosen.flatMap((client) => pasteOf(client, configFile));
  if (plan.refused.length > 0) process.exitCode = EXIT.failed;
  if (options.json)
    return printJson({ ...asJson(plan, pasted, configFile, write), secrets: secretsAsJson(offer, write) });
  report(plan, pasted, { write, changed: changed.length, options, names });
  if (write) noteSecrets(offer, store, options.config);
}

function addressOf({ http }: ConnectOptions): string | undefined {
  if (http === undefined || http === false) return undefined;
  if (http === true) return DEFAULT_ADDRESS;
  if (/^https?:\/\//.test(http) && URL.canParse(http)) return http;
  throw new CliError(
    `'${http}' is not an address. Write the clients before --http: ${typed(`connect ${http} --http`)}`,
  );
}

/** With --project, the configuration of the project, so that its servers stay with it. */
function projectConfig({ project }: ConnectOptions): string | undefined {
  const file = join(process.cwd(), 'foldout.json');
  return project && existsSync(file) ? file : undefined;
}

function launchOf(configFile: string, client: string): Launch {
  return ownLaunch(['serve', '--config', configFile, '--client', client]);
}

/** The texts of Foldout's own configuration. */
interface Change {
  readonly before: string;
  readonly after: string;
}

/** The change of every file. */
function show({ merged, planned }: ClientsPlan, configFile: string, { before, after }: Change): void {
  const mask = secretMask([before, merged.text, after].map((text) => parseValue('json', text)));
  const diffs = planned.map(({ input, plan }) => {
    const { text } = plan.current;
    const ownMask = secretMask([parseValue(input.connection.syntax, text)]);
    return textDiff(plan.file, text, plan.text, ownMask);
  });
  const shown = [textDiff(configFile, before, after, mask), ...diffs].filter(Boolean);
  if (shown.length > 0) print(shown.join('\n\n'));
}

async function confirmWriting({ dryRun, yes }: ConnectOptions, files: number): Promise<boolean> {
  if (dryRun) return false;
  if (yes) return true;
  if (!canAsk()) return false;
  return confirmed(`Connect ${counted(files, 'client')}? To undo: ${typed('disconnect')}`, true);
}

/** Foldout's own configuration first: a client that starts Foldout then finds its servers. */
async function writeAll(
  plan: ClientsPlan,
  configFile: string,
  { before, after }: Change,
  stateFolder: string,
): Promise<void> {
  if (after !== before) await writeConfig(configFile, after);
  await writeImportMemory(stateFolder, configFile, plan.merged.memory);
  const records = new ConnectionRecords(stateFolder);
  for (const { input } of plan.planned) await connectFile(input, records);
}

interface Paste {
  readonly client: string;
  readonly title: string;
  readonly where: string;
  readonly text: string;
}

function pasteOf({ id, title, connection }: ConnectableClient, configFile: string): Paste[] {
  if (connection.kind !== 'paste') return [];
  return [{ client: id, title, where: connection.where, text: connection.text(launchOf(configFile, id)) }];
}

interface Outcome {
  readonly write: boolean;
  readonly changed: number;
  readonly options: ConnectOptions;
  readonly names: readonly string[];
}

function report(plan: ClientsPlan, pasted: readonly Paste[], { write, changed, options, names }: Outcome): void {
  for (const { title, where, text } of pasted) print(`${title}: paste this into ${where}:\n${text}`);
  noteServers(plan);
  for (const { client, file, problem, entry } of plan.refused) {
    note(`${client.title} was not connected: ${file ? `${file}: ` : ''}${problem}`);
    if (entry)
      note(
        `to connect it yourself, add this under ${JSON.stringify(client.connection.servers.join('.'))}: ${JSON.stringify({ foldout: entry })}`,
      );
  }
  for (const { client, plan: one } of plan.planned) {
    if (one.edits.length === 0) note(`${client.title} is connected already`);
    else if (write) note(`${client.title}: connected. Now ${client.connection.reload}`);
  }
  if (write && isFromNpx() && !options.http) {
    // Codex gives up a server after about a second.
    note(
      'these clients start Foldout with npx, which is slow. For a faster start: npm install -g foldout && foldout connect',
    );
  }
  if (write) note(`to undo: ${typed('disconnect')}`);
  else if (changed > 0) {
    const { config, http, share, moveSecrets } = options;
    const again = [
      ...names,
      ...(config === undefined ? [] : ['--config', shellWord(config)]),
      ...(options.project ? ['--project'] : []),
      ...(http === undefined ? [] : http === true ? ['--http'] : ['--http', String(http)]),
      ...(options.keep ? ['--keep'] : []),
      ...(share ? ['--share'] : []),
      ...(moveSecrets ? ['--move-secrets'] : []),
      '--yes',
    ];
    note(`nothing was written. To write: ${typed(['connect', ...again].join(' '))}`);
  }
}

/** Differences between servers of one name, and clients that see no server. */
function noteServers({ merged, planned }: ClientsPlan): void {
  noteDifferences(merged.servers);
  const servers = Object.values(asObject(asObject(parseValue('json', merged.text))['mcpServers'])).map(asObject);
  const sees = (client: string): boolean =>
    servers.some(({ clients }) => !Array.isArray(clients) || clients.includes(client));
  const blind = servers.length > 0 ? planned.filter(({ client }) => !sees(client.id)).map(({ client }) => client) : [];
  if (blind.length === 0) return;
  const ids = blind.map(({ id }) => id).join(' ');
  note(
    `${blind.map(({ title }) => title).join(', ')}: had no servers, so it sees none of those of other clients. To share all servers with all clients: ${typed(`connect ${ids} --share --yes`)}`,
  );
}

function asJson(plan: ClientsPlan, pasted: readonly Paste[], configFile: string, written: boolean) {
  return {
    config: configFile,
    servers: plan.merged.servers,
    clients: [
      ...plan.planned.map(({ client, plan: { file, edits, turnedOff, removed } }) => ({
        client: client.id,
        file,
        state: edits.length === 0 ? 'unchanged' : written ? 'connected' : 'planned',
        turnedOff,
        removed,
      })),
      ...plan.refused.map(({ client, file, problem }) => ({ client: client.id, file, state: 'refused', problem })),
      ...pasted.map(({ client, where, text }) => ({ client, state: 'paste', where, text })),
    ],
    written,
  };
}
