import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Taxonomy } from '@foldout/core/internal';
import type { GatewayConfig, ServerConfig } from '../config/config-schema.ts';
import { overlaysOf } from '../config/overlays.ts';
import { writePrivateFile } from '../state/private-files.ts';

const FORMAT = 1;

/** Server → hash of its configuration, number of its usable tools, short form of its instructions. */
type StoredCounts = Readonly<Record<string, readonly [configHash: string, tools: number, said?: string]>>;

export interface CountedServer {
  readonly name: string;
  readonly config: ServerConfig;
  /** Number of usable tools. */
  readonly tools: number;
  /** The short form of its instructions. */
  readonly said?: string;
}

/** The file `outline.json`: how many tools each server had, so that a start can count tools without reading manifests. */
export class ToolCountsFile {
  readonly #file: string;

  constructor(folder: string) {
    this.#file = join(folder, 'outline.json');
  }

  /**
   * Number of tools per category and tag. Undefined if a server has no tools, has a changed configuration, or is pinned
   * or in quarantine (its usable tools depend on approvals too), or has overlays (which can hide and move tools).
   */
  countsFor(gateway: GatewayConfig): Taxonomy | undefined {
    const { mcpServers, trust } = gateway;
    const stored = this.#load();
    const categories = new Map<string, number>();
    const tags = new Map<string, number>();
    const said = new Map<string, string>();
    for (const [name, config] of Object.entries(mcpServers)) {
      if (config.disabled) continue;
      const [configHash, count, words] = (Object.hasOwn(stored, name) ? stored[name] : undefined) ?? [];
      if (configHash !== hashConfig(config) || !Number.isInteger(count) || !count) return undefined;
      if ((config.trust ?? trust ?? 'flag') !== 'flag' || overlaysOf(gateway, name)) return undefined;
      if (typeof words === 'string') said.set(name, words);
      const category = config.category ?? name;
      categories.set(category, (categories.get(category) ?? 0) + count);
      for (const tag of config.tags ?? []) tags.set(tag, (tags.get(tag) ?? 0) + count);
    }
    return categories.size > 0 ? { categories, tags, said: ordered(said) } : undefined;
  }

  /** Writes the file if the counts have changed. Never rejects: without the file, the next start reads the manifests. */
  async save(servers: readonly CountedServer[]): Promise<void> {
    const counts = Object.fromEntries(
      servers.map(({ name, config, tools, said }) => [name, [hashConfig(config), tools, ...(said ? [said] : [])]]),
    );
    if (JSON.stringify(counts) === JSON.stringify(this.#load())) return;
    await writePrivateFile(this.#file, JSON.stringify({ format: FORMAT, servers: counts })).catch(() => {});
  }

  /** Empty if the file is missing or cannot be read. */
  #load(): StoredCounts {
    try {
      const { format, servers } = JSON.parse(readFileSync(this.#file, 'utf8'));
      return format === FORMAT && typeof servers === 'object' && servers !== null ? servers : {};
    } catch {
      return {};
    }
  }
}

/** In the order of a catalog, whose ids are `server/name`. */
function ordered(said: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...said].sort(([a], [b]) => (`${a}/` < `${b}/` ? -1 : 1)));
}

/** Short SHA-256 of a server's configuration, so that the file reveals no secret in it. */
function hashConfig(config: ServerConfig): string {
  return createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 16);
}
