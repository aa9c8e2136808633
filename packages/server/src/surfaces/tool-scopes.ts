import type { CatalogReader, Tool, ToolScope } from '@foldout/core';
import { callableTools, missingSources, namesAnything, type ScopeNames, scopeFromNames } from '@foldout/core/internal';
import { LRUCache } from 'lru-cache';

/** `strict`: tools outside of the scope do not exist. `pinned`: tools in the scope are listed, others need a search. */
export type ScopeMode = 'strict' | 'pinned';

const MAX_SCOPES = 500;
const EVERYTHING: ToolScope = { allows: () => true, allowsServer: () => true };

/** Turns names into scopes. Equal names give the same object, so that caches keyed by the scope are hit. */
export class ToolScopes {
  readonly #server: readonly ScopeNames[];
  readonly #builtIn: (tool: Tool) => boolean;
  readonly #byNames = new LRUCache<string, ToolScope>({ max: MAX_SCOPES });
  readonly #ofOwners = new WeakMap<ToolScope, WeakMap<ToolScope, ToolScope>>();
  readonly #warned = new Set<string>();

  /** `server`: the names that limit the whole server, from its options and from the environment. */
  constructor(server: readonly ScopeNames[], builtIn: (tool: Tool) => boolean) {
    this.#server = server.filter(namesAnything);
    this.#builtIn = builtIn;
  }

  /** The scope of a request; undefined if neither the request, nor its owner, nor the server has one. */
  scopeFor(request: ScopeNames, owner?: ToolScope): ToolScope | undefined {
    // Fast path: this method runs on every call, and most servers have no scopes.
    if (this.#server.length === 0 && !namesAnything(request)) return owner && this.#within(owner, EVERYTHING);
    const scope = this.#requestScope(request);
    return owner ? this.#within(owner, scope) : scope;
  }

  /** The intersection of both scopes. The owner's scope does not restrict built-in commands. */
  #within(owner: ToolScope, scope: ToolScope): ToolScope {
    const narrowed = this.#ofOwners.get(owner) ?? new WeakMap<ToolScope, ToolScope>();
    this.#ofOwners.set(owner, narrowed);
    let both = narrowed.get(scope);
    if (!both) {
      both = {
        allows: (tool) => scope.allows(tool) && (this.#builtIn(tool) || owner.allows(tool)),
        allowsServer: (...server) => [scope, owner].every((part) => part.allowsServer?.(...server) === true),
      };
      narrowed.set(scope, both);
    }
    return both;
  }

  #requestScope(request: ScopeNames): ToolScope {
    const parts = [...this.#server, request].filter(namesAnything);
    const key = JSON.stringify(parts.map(({ toolsets = [], tools = [] }) => [toolsets, tools]));
    let scope = this.#byNames.get(key);
    if (!scope) {
      // A request can narrow what the server allows, never widen it.
      const named = scopeFromNames(...parts) ?? EVERYTHING;
      scope = {
        allows: (tool) => this.#builtIn(tool) || named.allows(tool),
        allowsServer: (...server) => named.allowsServer?.(...server) === true,
      };
      this.#byNames.set(key, scope);
    }
    return scope;
  }

  /**
   * Returns a warning if a scope contains no tool of this server. Each set of names gets only one warning. While a server of
   * the scope has not listed its tools, the names may be those of its tools.
   */
  warningFor(request: ScopeNames, scoped: CatalogReader): string | undefined {
    if (callableTools(scoped).some((tool) => !this.#builtIn(tool)) || missingSources(scoped).length > 0)
      return undefined;
    const names = [...this.#server, request].flatMap(({ toolsets = [], tools = [] }) => [...toolsets, ...tools]);
    const shown = names.slice(0, 10).map((name) => name.slice(0, 80));
    const key = shown.join();
    if (this.#warned.has(key) || this.#warned.size >= MAX_SCOPES) return undefined;
    this.#warned.add(key);
    return `The scope matches no tool (${shown.join(', ')}): no tools are listed.`;
  }
}
