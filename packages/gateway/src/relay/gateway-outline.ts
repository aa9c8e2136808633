import type { CatalogOutline } from '@foldout/core';
import type { GatewayConfig } from '../config/config-schema.ts';
import { configMark, type ServerOutlines } from '../state/outline-file.ts';

/**
 * What is known to be behind a configuration, without looking at a single tool. Undefined where that is not known of
 * every server, and where something else than the configuration decides which tools there are.
 */
export function outlineOf({ mcpServers, trust }: GatewayConfig, known: ServerOutlines): CatalogOutline | undefined {
  const categories = new Map<string, number>();
  const tags = new Map<string, number>();
  for (const [name, config] of Object.entries(mcpServers)) {
    if (config.disabled) continue;
    const [mark, count] = (Object.hasOwn(known, name) ? known[name] : undefined) ?? [];
    if (mark !== configMark(config) || !Number.isInteger(count) || !count) return undefined;
    if ((config.trust ?? trust) === 'pinned') return undefined;
    const category = config.category ?? name;
    categories.set(category, (categories.get(category) ?? 0) + count);
    for (const tag of config.tags ?? []) tags.set(tag, (tags.get(tag) ?? 0) + count);
  }
  return categories.size > 0 ? { categories, tags } : undefined;
}
