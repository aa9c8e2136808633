import type { CatalogReader } from '../catalog/catalog-reader.ts';
import type { Tool } from '../catalog/tool.ts';

/** A name as a model sent it → what it means in the catalog. */
export type NameReading =
  | { readonly kind: 'exact' }
  | { readonly kind: 'healed'; readonly tool: Tool; readonly address: string }
  /** Several tools are possible: their ids. */
  | { readonly kind: 'ambiguous'; readonly ids: readonly string[] }
  | { readonly kind: 'unknown' };

interface Spellings {
  readonly version: number;
  readonly byId: ReadonlyMap<string, readonly Tool[]>;
  readonly byName: ReadonlyMap<string, readonly Tool[]>;
}

const NO_TOOLS: readonly Tool[] = [];
const EXACT = { kind: 'exact' } as const;
const UNKNOWN = { kind: 'unknown' } as const;
/** Longer than any name; bounds the work for hostile input. */
const LONGEST = 300;
/** The words that hosts put before the name of a tool, besides `mcp`: this product, and the namespaces of functions. */
const OWN_PREFIX = /^(?:(?:functions|default_api|tools)_)?(?:mcp_)?foldout_|^(?:functions|default_api|tools)_/;
const HOST_PREFIX = /^(?:(?:functions|default_api|tools)_)?mcp_/;

const cache = new WeakMap<CatalogReader, Spellings>();

/**
 * Finds the tool that a misspelled address means: `server__name`, `server.name`, `-` and `_` swapped, or a host's prefix
 * (`mcp__foldout__name`). The name of another server is never dropped: `mcp__linear__create_issue` is not the
 * `create_issue` of another server.
 */
export function readName(catalog: CatalogReader, name: string): NameReading {
  const lookup = catalog.lookup(name);
  // An ambiguous bare name has an error of its own, which lists the candidates.
  if (lookup.found || lookup.candidates.length > 0) return EXACT;
  if (name.length > LONGEST) return UNKNOWN;
  const spelling = spell(name);
  if (spelling === '') return UNKNOWN;
  const { byId, byName } = spellingsOf(catalog);
  const whole = [...(byId.get(spelling) ?? NO_TOOLS), ...(byName.get(spelling) ?? NO_TOOLS)];
  const found = whole.length > 0 ? whole : withoutPrefix(spelling, byId, byName);
  const [tool, ...others] = new Set(found);
  if (!tool) return UNKNOWN;
  if (others.length > 0) return { kind: 'ambiguous', ids: [tool, ...others].map(({ id }) => id).sort() };
  return { kind: 'healed', tool, address: catalog.addressOf(tool) };
}

/** The name without a prefix of this product or of a host; undefined without such a prefix. For names of meta-tools. */
export function withoutHostPrefix(name: string): string | undefined {
  const spelling = spell(name.slice(0, LONGEST));
  const rest = spelling.replace(OWN_PREFIX, '');
  return rest === spelling ? undefined : rest;
}

/** Equal for names that differ only in case and separators. */
export function spell(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

function withoutPrefix(spelling: string, byId: Spellings['byId'], byName: Spellings['byName']): readonly Tool[] {
  const bare = spelling.replace(OWN_PREFIX, '');
  if (bare !== spelling) {
    const found = [...(byId.get(bare) ?? NO_TOOLS), ...(byName.get(bare) ?? NO_TOOLS)];
    if (found.length > 0) return found;
  }
  if (!HOST_PREFIX.test(spelling)) return NO_TOOLS;
  // A host may know this server by any name: then the rest has to name both the server and the tool.
  let rest = spelling.replace(HOST_PREFIX, '');
  for (;;) {
    const found = byId.get(rest);
    if (found) return found;
    const at = rest.indexOf('_');
    if (at < 0) return NO_TOOLS;
    rest = rest.slice(at + 1);
  }
}

/** Built when the first unknown name comes; the ordinary call never needs it. */
function spellingsOf(catalog: CatalogReader): Spellings {
  const cached = cache.get(catalog);
  if (cached?.version === catalog.version) return cached;
  const byId = new Map<string, Tool[]>();
  const byName = new Map<string, Tool[]>();
  for (const { tool } of catalog.entries()) {
    add(byId, spell(tool.id), tool);
    if (catalog.claimedServer(tool) === undefined) add(byName, spell(tool.name), tool);
  }
  const spellings = { version: catalog.version, byId, byName };
  cache.set(catalog, spellings);
  return spellings;
}

function add(map: Map<string, Tool[]>, key: string, tool: Tool): void {
  const tools = map.get(key);
  if (tools) tools.push(tool);
  else map.set(key, [tool]);
}
