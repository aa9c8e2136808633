import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const DATA = new URL('../../../shared/data/', import.meta.url);

/** Where captured catalogs and query sets may lie beside a checkout; `--catalogs DIR` and `--sets DIR` name others. */
export const CATALOGS = fileURLToPath(new URL('catalogs', DATA));
export const SETS = fileURLToPath(new URL('retrieval', DATA));

/** For those who can do without: the folder that was named, or the usual one where there is one. */
export function catalogsIfAny(named: string | undefined): string | undefined {
  return named ?? (existsSync(CATALOGS) ? CATALOGS : undefined);
}
