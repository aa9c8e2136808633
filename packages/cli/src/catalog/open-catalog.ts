import { scopeFromNames } from '@foldout/core/internal';
import {
  type CachedCatalog,
  configScope,
  KnownSecrets,
  type Log,
  openCachedCatalog,
  stderrLog,
  type UpstreamStatus,
} from '@foldout/gateway/internal/catalog';
import { type ChosenConfig, chooseConfigWithNotes } from '../find-config.ts';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { counted } from '../output/figures.ts';
import { note } from '../output/terminal.ts';
import { type VisibleCatalog, visibleCatalog } from './visible-catalog.ts';

export interface CatalogOptions {
  readonly config?: string;
  /** Start every server and read its tools again. */
  readonly refresh?: boolean;
}

export interface OpenedCatalog {
  readonly known: CachedCatalog;
  /** Loads the tools that a gateway with this configuration serves. */
  visible(): VisibleCatalog;
  readonly chosen: ChosenConfig;
  /** Status of each server that was started to read its tools. */
  readonly statuses: ReadonlyMap<string, UpstreamStatus>;
}

/**
 * Which servers are started first. `unknown`: those without a saved tool list. `if-empty`: the same, but only if no
 * server has a saved tool list.
 */
export type Refresh = 'unknown' | 'if-empty';

/** Reads the catalog from disk. The code that starts servers is only loaded if a server must be started. */
export async function openCatalog(options: CatalogOptions, refresh: Refresh): Promise<OpenedCatalog> {
  const chosen = await chooseConfigWithNotes(options.config);
  const { config } = chosen.loaded;
  const log = quietLog(chosen);
  const open = async (): Promise<Pick<OpenedCatalog, 'known' | 'visible'>> => {
    const names = configScope(config);
    const known = await openCachedCatalog({ config, log, scope: scopeFromNames(names.config, names.environment) });
    return { known, visible: () => visibleCatalog(known.load(), names) };
  };
  const opened = await open();
  const { unknown, servers } = opened.known;
  const isEmpty = unknown.length === servers.length;
  const mustRefresh = options.refresh || (unknown.length > 0 && (refresh === 'unknown' || isEmpty));
  if (!mustRefresh) {
    if (unknown.length > 0) {
      note(`the tools of ${unknown.join(', ')} are not known yet. To read them: ${typed('list')}`);
    }
    return { ...opened, chosen, statuses: new Map() };
  }
  const { refreshServers } = await import('./refresh-servers.ts');
  const statuses = await refreshServers(config, log, options.refresh ? 'all' : 'unknown');
  return { ...(await open()), chosen, statuses };
}

/** Whether no tool is known because no server could be asked. */
export function noServerAnswered({ known, statuses }: Pick<OpenedCatalog, 'known' | 'statuses'>): boolean {
  return statuses.size > 0 && known.unknown.length === known.servers.length;
}

/** For a command that can do nothing without tools: says which servers failed, and ends the command. */
export function checkAnswered(opened: Pick<OpenedCatalog, 'known' | 'statuses'>): void {
  noteFailures(opened.statuses);
  if (noServerAnswered(opened))
    throw new CliError(`no server answered. To see why: ${typed('doctor')}`, EXIT.unavailable);
}

/** Logs warnings only, with secrets masked. */
export function quietLog({ loaded }: ChosenConfig): Log {
  return stderrLog({ level: 'warn', secrets: new KnownSecrets(loaded.secrets) });
}

/** Prints which servers did not answer, and what to do. */
export function noteFailures(statuses: OpenedCatalog['statuses']): void {
  const failed = [...statuses].filter(([, { lastError }]) => lastError !== undefined);
  for (const [name, { lastError, todo }] of failed) note(`${name}: ${lastError}. ${todo ?? ''}`.trimEnd());
  if (failed.length > 0) note(`the tools of ${counted(failed.length, 'server')} could not be read.`);
}
