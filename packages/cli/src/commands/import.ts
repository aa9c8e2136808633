import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  formatProblem,
  type ImportResult,
  importConfigs,
  KnownSecrets,
  loadConfig,
  openGateway,
  ownConfigFile,
  renderConfig,
  stderrLog,
  type UpstreamStatus,
  type WrittenConfig,
  writeConfig,
} from '@foldout/gateway';
import { askServers } from '../catalog/ask-servers.ts';
import { noteFailures } from '../catalog/open-catalog.ts';
import { definitionTokens } from '../catalog/tool-cost.ts';
import { type ClientCost, costsOf } from '../importing/import-cost.ts';
import { costTable, type FoundServer, foundServers, type Learned, serverTable } from '../importing/preview.ts';
import { typed } from '../invocation.ts';
import { canAsk, confirmed } from '../output/ask.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { isTerminal, note, print, printJson, style } from '../output/terminal.ts';
import { VERSION } from '../version.ts';

export interface ImportOptions {
  readonly out?: string;
  readonly yes?: boolean;
  /** False with --no-start: what is not known already is not asked for. */
  readonly start?: boolean;
  readonly json?: boolean;
}

interface Preview {
  readonly servers: readonly FoundServer[];
  readonly clients: readonly ClientCost[];
}

/** One configuration of what clients have. What it costs today and then is shown before anything is written. */
export async function importCommand(options: ImportOptions, from: readonly string[]): Promise<void> {
  const imported = importConfigs(from.length > 0 ? { from } : {});
  for (const problem of imported.found.flatMap(({ problems }) => problems)) note(formatProblem(problem));
  const amount = Object.keys(imported.config.mcpServers).length;
  if (amount === 0) {
    throw new CliError(
      'no client has any server in the usual places: name a file, as in foldout import ./mcp.json',
      EXIT.config,
    );
  }
  const out = resolve(options.out ?? ownConfigFile());
  const preview = await previewOf(imported, options.start !== false);
  if (!options.json) {
    print(`${serverTable(preview.servers)}\n\n${costTable(preview.clients)}`);
    remarks(preview.clients);
  }
  const written = (await agreed(options, out, amount))
    ? await writeConfig(out, renderConfig(imported.config))
    : undefined;
  if (options.json)
    printJson({ ...preview, file: out, written: written !== undefined, backup: written?.backup ?? null });
  else tell(out, written);
}

async function previewOf(imported: ImportResult, start: boolean): Promise<Preview> {
  const loaded = loadConfig({ text: renderConfig(imported.config) });
  const { config } = loaded;
  const log = stderrLog({ level: 'silent', secrets: new KnownSecrets(loaded.secrets) });
  const statuses = start ? await askServers(config, log, 'unknown') : new Map<string, UpstreamStatus>();
  noteFailures(statuses);
  const gateway = await openGateway({ config: { ...config, learning: false }, version: VERSION, log });
  try {
    const learned = new Map<string, Learned>();
    for (const { name, manifest } of gateway.upstreams) {
      if (manifest)
        learned.set(name, {
          tools: manifest.tools.length,
          tokens: manifest.tools.length === 0 ? 0 : definitionTokens(manifest.tools),
        });
    }
    return { servers: foundServers(imported.found, learned, statuses), clients: costsOf(imported.found, gateway) };
  } finally {
    await gateway.close();
  }
}

/** Up to so many tools a client is given the list itself: finding them would cost more. */
const FEW = 20;

/** A client that gets as much as before should not be a riddle. */
function remarks(clients: readonly ClientCost[]): void {
  const all = clients.filter(({ tools, toolsThen }) => toolsThen >= tools);
  const titles = (chosen: readonly ClientCost[]): string => chosen.map(({ title }) => title).join(' and ');
  const searching = all.filter(({ toolsThen }) => toolsThen > FEW);
  const small = all.filter(({ toolsThen }) => toolsThen <= FEW);
  const tell = isTerminal ? (line: string): void => print(style.dim(` ${line}`)) : note;
  if (isTerminal && all.length > 0) print('');
  if (searching.length > 0) {
    tell(`${titles(searching)}: searches tools by itself, so it is given them all and loads what it needs.`);
  }
  if (small.length > 0) tell(`${titles(small)}: so few tools are listed as they are; the saving comes with more.`);
}

async function agreed({ yes }: ImportOptions, out: string, amount: number): Promise<boolean> {
  if (yes) return true;
  if (!canAsk()) return false;
  const there = existsSync(out) ? ' What stands there now is kept beside it.' : '';
  return confirmed(`Write ${counted(amount, 'server')} to ${out}?${there}`, true);
}

function tell(out: string, written: WrittenConfig | undefined): void {
  if (!written) {
    note(`nothing was written; ${typed('import --yes')} writes ${out}`);
    return;
  }
  note(`written: ${written.file}${written.backup ? ` (the one before: ${written.backup})` : ''}`);
  note(`next: ${typed('serve --http')}, or start '${typed('serve')}' from a client`);
}
