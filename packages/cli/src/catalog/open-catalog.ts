import { scopeOf } from '@foldout/core';
import {
  configScope,
  type KnownCatalog,
  KnownSecrets,
  type Log,
  openKnownCatalog,
  stderrLog,
  type UpstreamStatus,
} from '@foldout/gateway/catalog';
import { type ChosenConfig, chooseConfigAloud } from '../find-config.ts';
import { typed } from '../invocation.ts';
import { counted } from '../output/figures.ts';
import { note } from '../output/terminal.ts';
import { type VisibleCatalog, visibleCatalog } from './visible-catalog.ts';

export interface CatalogOptions {
  readonly config?: string;
  /** Asks every server again. */
  readonly refresh?: boolean;
}

export interface OpenedCatalog {
  readonly known: KnownCatalog;
  /** Its tools as a gateway would serve them. */
  readonly visible: VisibleCatalog;
  readonly chosen: ChosenConfig;
  /** How things went with the servers that were asked just now. */
  readonly statuses: ReadonlyMap<string, UpstreamStatus>;
}

/** Which servers are asked before the catalog is shown: those that are not known, or none unless nothing is known. */
export type Asking = 'unknown' | 'if-empty';

/**
 * The catalog as it is known on disk. Servers are started only where it has to be: a search over a known catalog does
 * not even load what speaks to them.
 */
export async function openCatalog(options: CatalogOptions, asking: Asking): Promise<OpenedCatalog> {
  const chosen = chooseConfigAloud(options.config);
  const { config } = chosen.loaded;
  const log = quietLog(chosen);
  const open = async (): Promise<Pick<OpenedCatalog, 'known' | 'visible'>> => {
    const names = configScope(config);
    const known = await openKnownCatalog({ config, log, scope: scopeOf(names) });
    return { known, visible: visibleCatalog(known.catalog, names) };
  };
  const opened = await open();
  const { unknown, servers } = opened.known;
  const isEmpty = unknown.length === servers.length;
  const ask = options.refresh || (unknown.length > 0 && (asking === 'unknown' || isEmpty));
  if (!ask) {
    if (unknown.length > 0) {
      note(`not known yet: ${unknown.join(', ')}. ${typed('list')} asks ${unknown.length === 1 ? 'it' : 'them'}.`);
    }
    return { ...opened, chosen, statuses: new Map() };
  }
  const { askServers } = await import('./ask-servers.ts');
  const statuses = await askServers(config, log, options.refresh ? 'all' : 'unknown');
  return { ...(await open()), chosen, statuses };
}

/** Warnings only, and without what is secret. */
export function quietLog({ loaded }: ChosenConfig): Log {
  return stderrLog({ level: 'warn', secrets: new KnownSecrets(loaded.secrets) });
}

/** Tells which servers could not be asked, and what to do. */
export function noteFailures(statuses: OpenedCatalog['statuses']): void {
  const failed = [...statuses].filter(([, { lastError }]) => lastError !== undefined);
  for (const [name, { lastError, todo }] of failed) note(`${name}: ${lastError}. ${todo ?? ''}`.trimEnd());
  if (failed.length > 0) note(`${counted(failed.length, 'server')} could not be asked.`);
}
