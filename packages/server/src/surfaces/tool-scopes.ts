import { type CatalogReader, type ScopeNames, scopeOf, type Tool, type ToolScope } from '@foldout/core';
import { LRUCache } from 'lru-cache';

/** `strict`: nothing else exists. `pinned`: these are listed by themselves, the rest stays discoverable. */
export type ScopeMode = 'strict' | 'pinned';

const MAX_SCOPES = 500;
const EVERYTHING: ToolScope = { allows: () => true };

/** Turns names into scopes. Equal names give the same object, so that what was computed for it is kept. */
export class ToolScopes {
  readonly #server: ScopeNames;
  readonly #builtIn: (tool: Tool) => boolean;
  readonly #known = new LRUCache<string, ToolScope>({ max: MAX_SCOPES });
  readonly #ofOwners = new WeakMap<ToolScope, WeakMap<ToolScope, ToolScope>>();
  readonly #warned = new Set<string>();

  /** `server`: what this server is limited to, whatever a request asks for. */
  constructor(server: ScopeNames, builtIn: (tool: Tool) => boolean) {
    this.#server = server;
    this.#builtIn = builtIn;
  }

  /** The scope of a request; undefined where neither it, nor its owner, nor the server has one. */
  scopeFor(request: ScopeNames, owner?: ToolScope): ToolScope | undefined {
    // Asked on every call, and most servers have no scopes.
    if (!namesAnything(this.#server) && !namesAnything(request)) return owner && this.#within(owner, EVERYTHING);
    const scope = this.#scopeOf(request);
    return owner ? this.#within(owner, scope) : scope;
  }

  /** What both allow. An owner is limited everywhere but in what this server adds by itself. */
  #within(owner: ToolScope, scope: ToolScope): ToolScope {
    const narrowed = this.#ofOwners.get(owner) ?? new WeakMap<ToolScope, ToolScope>();
    this.#ofOwners.set(owner, narrowed);
    let both = narrowed.get(scope);
    if (!both) {
      both = { allows: (tool) => scope.allows(tool) && (this.#builtIn(tool) || owner.allows(tool)) };
      narrowed.set(scope, both);
    }
    return both;
  }

  #scopeOf(request: ScopeNames): ToolScope {
    const parts = [this.#server, request].filter(namesAnything);
    const key = JSON.stringify(parts.map(({ toolsets = [], tools = [] }) => [toolsets, tools]));
    let scope = this.#known.get(key);
    if (!scope) {
      const scopes = parts.flatMap((part) => scopeOf(part) ?? []);
      // A request can narrow what the server allows, never widen it.
      scope = { allows: (tool) => this.#builtIn(tool) || scopes.every((one) => one.allows(tool)) };
      this.#known.set(key, scope);
    }
    return scope;
  }

  /** A sentence, once for each set of names, where a scope names only things that do not exist here. */
  warningFor(request: ScopeNames, scoped: CatalogReader): string | undefined {
    if (scoped.entries().some(({ tool, source }) => tool.enabled && source.exposes(tool) && !this.#builtIn(tool))) {
      return undefined;
    }
    const names = [this.#server, request].flatMap(({ toolsets = [], tools = [] }) => [...toolsets, ...tools]);
    const shown = names.slice(0, 10).map((name) => name.slice(0, 80));
    const key = shown.join();
    if (this.#warned.has(key) || this.#warned.size >= MAX_SCOPES) return undefined;
    this.#warned.add(key);
    return `The scope names nothing that exists (${shown.join(', ')}): no tools are shown.`;
  }
}

function namesAnything({ toolsets, tools }: ScopeNames): boolean {
  return toolsets !== undefined || tools !== undefined;
}
