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
import { chooseClients } from '../connecting/choose-clients.ts';
import { ownLaunch } from '../connecting/own-launch.ts';
import { noteDifferences } from '../importing/differences.ts';
import { typed } from '../invocation.ts';
import { canAsk, confirmed } from '../output/ask.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { note, print, printJson } from '../output/terminal.ts';
import { textDiff } from '../output/text-diff.ts';

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
}

const DEFAULT_ADDRESS = 'http://127.0.0.1:3200/mcp';

/** Puts Foldout into clients: their servers move into Foldout's configuration, and each gets one entry instead. */
export async function connect(options: ConnectOptions, names: readonly string[]): Promise<void> {
  const machine = thisMachine();
  const configFile = resolve(options.config ?? projectConfig(options) ?? ownConfigFile());
  const stateFolder = defaultStateFolder();
  const chosen = chooseClients(names, machine);
  const address = addressOf(options);
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
  });
  const before = existsSync(configFile) ? readFileSync(configFile, 'utf8') : '';
  const changed = plan.planned.filter(({ plan: { edits } }) => edits.length > 0);
  if (!options.json) show(plan, configFile, before);
  const write = (changed.length > 0 || plan.merged.text !== before) && (await confirmWriting(options, changed.length));
  if (write) await writeAll(plan, configFile, before, stateFolder);
  const pasted = chosen.flatMap((client) => pasteOf(client, configFile));
  if (plan.refused.length > 0) process.exitCode = EXIT.failed;
  if (options.json) printJson(asJson(plan, pasted, configFile, write));
  else report(plan, pasted, { write, changed: changed.length, options, names });
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

/** The change of every file. */
function show({ merged, planned }: ClientsPlan, configFile: string, before: string): void {
  const mask = secretMask([parseValue('json', before), parseValue('json', merged.text)]);
  const diffs = planned.map(({ input, plan }) => {
    const { text } = plan.current;
    const ownMask = secretMask([parseValue(input.connection.syntax, text)]);
    return textDiff(plan.file, text, plan.text, ownMask);
  });
  const shown = [textDiff(configFile, before, merged.text, mask), ...diffs].filter(Boolean);
  if (shown.length > 0) print(shown.join('\n\n'));
}

async function confirmWriting({ dryRun, yes }: ConnectOptions, files: number): Promise<boolean> {
  if (dryRun) return false;
  if (yes) return true;
  if (!canAsk()) return false;
  return confirmed(`Connect ${counted(files, 'client')}? To undo: ${typed('disconnect')}`, true);
}

/** Foldout's own configuration first: a client that starts Foldout then finds its servers. */
async function writeAll(plan: ClientsPlan, configFile: string, before: string, stateFolder: string): Promise<void> {
  if (plan.merged.text !== before) await writeConfig(configFile, plan.merged.text);
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
  if (write) note(`to undo: ${typed('disconnect')}`);
  else if (changed > 0) {
    const again = [...names, ...(options.project ? ['--project'] : []), ...(options.keep ? ['--keep'] : [])].join(' ');
    note(`nothing was written. To write: ${typed(`connect ${again ? `${again} ` : ''}--yes`)}`);
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

function asJson(plan: ClientsPlan, pasted: readonly Paste[], configFile: string, written: boolean): unknown {
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
