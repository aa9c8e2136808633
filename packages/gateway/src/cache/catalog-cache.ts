import { join } from 'node:path';
import type { IndexSnapshots, Taxonomy } from '@foldout/core/internal';
import type { GatewayConfig } from '../config/config-schema.ts';
import type { Log } from '../logging/log.ts';
import { IndexFile } from './index-file.ts';
import type { ManifestStore } from './manifest.ts';
import { ManifestFiles } from './manifest-files.ts';
import { type CountedServer, ToolCountsFile } from './tool-counts.ts';

/**
 * The manifests, tool counts and search index that earlier runs saved on disk. All of it can be deleted: the next start
 * then asks the servers again. docs/design/catalog-cache.md says when each part is read and written.
 */
export interface CatalogCache {
  /** Tools per category and tag, from one small file; undefined if any server is new or has changed. */
  toolCounts(config: GatewayConfig): Taxonomy | undefined;
  saveToolCounts(servers: readonly CountedServer[]): Promise<void>;
  /** The name, capabilities and lists of each server: one file per server. */
  readonly manifests: ManifestStore;
  /** The search index: one file. */
  readonly index: IndexSnapshots;
}

export interface CatalogCacheOptions {
  readonly folder: string;
  readonly log?: Log | undefined;
}

/** Opens no file: each part is read when it is first used. */
export function openCatalogCache({ folder, log }: CatalogCacheOptions): CatalogCache {
  const counts = new ToolCountsFile(folder);
  return {
    toolCounts: (config) => counts.countsFor(config),
    saveToolCounts: (servers) => counts.save(servers),
    manifests: new ManifestFiles({ folder: join(folder, 'servers'), log }),
    index: new IndexFile({ folder, log }),
  };
}
