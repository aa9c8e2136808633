import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  formatProblem,
  type ImportResult,
  importConfigs,
  loadConfig,
  openGateway,
  renderConfig,
  stderrLog,
  type UpstreamStatus,
  writeConfig,
} from '@foldout/gateway';
import {
  agreeTo,
  defaultStateFolder,
  fingerprintOfText,
  holdUnagreed,
  KnownSecrets,
  type MergedServer,
  mergeIntoConfig,
  ownConfigFile,
  readImportMemory,
  type WrittenConfig,
  writeImportMemory,
} from '@foldout/gateway/internal';
import { openSecretStore } from '@foldout/gateway/internal/catalog';
import { AUTO_LIMITS } from '@foldout/server/internal';
import { noteFailures } from '../catalog/open-catalog.ts';
import { refreshServers } from '../catalog/refresh-servers.ts';
import { noteDifferences } from '../importing/differences.ts';
import { type ClientCost, costsOf } from '../importing/import-cost.ts';
import { asJson, noteSecrets, offerSecrets, readerOf, storeSecrets } from '../importing/offer-secrets.ts';
import { costTable, type FoundServer, foundServers, serverTable } from '../importing/preview.ts';
import { shellWord, typed } from '../invocation.ts';
import { canAsk, confirmed } from '../output/ask.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { isTerminal, note, print, printJson, style } from '../output/terminal.ts';
import { stateFolderOf } from '../sharing/state-folder.ts';
import { VERSION } from '../version.ts';

export interface ImportOptions {
  readonly out?: string;
  readonly yes?: boolean;
  /** False with --no-start: only tools that are already in the state folder are used. */
  readonly start?: boolean;
  readonly share?: boolean;
  readonly moveSecrets?: boolean;
  readonly json?: boolean;
}

interface Preview {
  readonly servers: readonly FoundServer[];
  readonly clients: readonly ClientCost[];
}

/** Merges the servers of clients into one configuration. Shows tokens today and with Foldout before it writes. */
export async function importCommand(options: ImportOptions, from: readonly string[]): Promise<void> {
  const pasted = from.includes('-') ? await text(process.stdin) : undefined;
  const imported = importConfigs(from.length > 0 ? { from, pasted } : {});
  for (const problem of imported.found.flatMap(({ problems }) => problems)) note(formatProblem(problem));
  const amount = Object.keys(imported.config.mcpServers).length;
  if (amount === 0) {
    throw new CliError(
      `no MCP servers found in the configurations of known clients. Pass a file: ${typed('import ./mcp.json')}`,
      EXIT.config,
    );
  }
  const out = resolve(options.out ?? ownConfigFile());
  const before = existsSync(out) ? readFileSync(out, 'utf8') : undefined;
  const stateFolder = defaultStateFolder();
  const store = openSecretStore(stateFolderOf(out));
  const merged = mergeIntoConfig(imported.found, {
    text: before,
    file: out,
    memory: readImportMemory(stateFolder, out),
    share: options.share,
    secret: readerOf(store),
  });
  const preview = await previewOf(imported, merged.servers, { start: options.start !== false, named: from.length > 0 });
  if (!options.json) {
    print(`${serverTable(preview.servers)}\n\n${costTable(preview.clients)}`);
    remarks(preview.clients);
    noteDifferences(merged.servers);
  }
  const names = merged.servers.map(({ importedAs }) => importedAs);
  const offer = await offerSecrets(merged.text, names, store, options);
  const isChanged = offer.text !== before || offer.isNew;
  const isConfirmed = isChanged && (await confirmWriting(options, out, amount));
  if (isConfirmed) storeSecrets(offer, store);
  const written = isConfirmed ? await writeConfig(out, offer.text) : undefined;
  if (written) await agreeTo(out, fingerprintOfText(offer.text));
  if (written || !isChanged) await writeImportMemory(stateFolder, out, merged.memory);
  if (options.json)
    printJson({
      ...preview,
      file: out,
      written: written !== undefined,
      backup: written?.backup ?? null,
      secrets: asJson(offer, written !== undefined),
    });
  else {
    if (isChanged) printOutcome(out, written, commandOf(options, from));
    else note(`${out} has all of these servers already, so nothing was written`);
    if (written || !isChanged) noteSecrets(offer, store, options.out);
    if (written) note(`next: ${typed('connect')}`);
  }
}

/** The same command with --yes. */
function commandOf({ out, share, start, moveSecrets }: ImportOptions, from: readonly string[]): string {
  return typed(
    [
      'import',
      ...from.map(shellWord),
      ...(out === undefined ? [] : ['--out', shellWord(out)]),
      ...(share ? ['--share'] : []),
      ...(start === false ? ['--no-start'] : []),
      ...(moveSecrets ? ['--move-secrets'] : []),
      '--yes',
    ].join(' '),
  );
}

async function previewOf(
  imported: ImportResult,
  merged: readonly MergedServer[],
  { start, named }: { readonly start: boolean; readonly named: boolean },
): Promise<Preview> {
  const loaded = loadConfig({ text: renderConfig(imported.config) });
  // Naming a file is agreement. What was found in the working folder is only listed.
  const config = named ? loaded.config : holdUnagreed(imported.found, loaded.config).config;
  const log = stderrLog({ level: 'silent', secrets: new KnownSecrets(loaded.secrets) });
  const statuses = start ? await refreshServers(config, log, 'unknown') : new Map<string, UpstreamStatus>();
  noteFailures(statuses);
  await using gateway = await openGateway({ config: { ...config, learning: false }, version: VERSION, log });
  return {
    servers: foundServers(imported.found, merged, gateway, statuses),
    clients: costsOf(imported.found, gateway),
  };
}

/** Explains why a client still lists all its tools, or why its figures are not complete. */
function remarks(clients: readonly ClientCost[]): void {
  const all = clients.filter(({ unknown, tools, toolsThen }) => unknown === 0 && toolsThen >= tools);
  const partly = clients.filter(({ unknown }) => unknown > 0);
  const titles = (chosen: readonly ClientCost[]): string => chosen.map(({ title }) => title).join(' and ');
  const searching = all.filter(({ toolsThen }) => toolsThen > AUTO_LIMITS.tools);
  const small = all.filter(({ toolsThen }) => toolsThen <= AUTO_LIMITS.tools);
  const explain = isTerminal ? (line: string): void => print(style.dim(` ${line}`)) : note;
  if (isTerminal && all.length + partly.length > 0) print('');
  if (searching.length > 0) {
    explain(`${titles(searching)}: has its own tool search, so it gets all tools and loads those it needs.`);
  }
  if (small.length > 0) {
    explain(`${titles(small)}: up to ${AUTO_LIMITS.tools} tools are listed directly; savings start above that.`);
  }
  for (const { title, unknown } of partly) {
    explain(`${title}: the tools of ${counted(unknown, 'server')} are not known, so the saving is not known.`);
  }
}

async function confirmWriting({ yes }: ImportOptions, out: string, amount: number): Promise<boolean> {
  if (yes) return true;
  if (!canAsk()) return false;
  const there = existsSync(out) ? ' A backup of the existing file is kept.' : '';
  return confirmed(`Write ${counted(amount, 'server')} to ${out}?${there}`, true);
}

function printOutcome(out: string, written: WrittenConfig | undefined, again: string): void {
  if (!written) note(`nothing was written. To write ${out}: ${again}`);
  else note(`written: ${written.file}${written.backup ? ` (backup: ${written.backup})` : ''}`);
}
