import {
  type Availability,
  type CommandResult,
  failure,
  type JsonObject,
  type Tool,
  type ToolSource,
  type Validated,
} from '@foldout/core';
import { digestServer, type ServerDigest, upstreamTool } from '@foldout/core/internal';
import type { ServerConfig } from '../config/config-schema.ts';
import type { ServerOverlays } from '../config/overlays.ts';
import type { ServerManifest } from './manifest.ts';
import { readInstructions } from './read-instructions.ts';
import { readTools } from './read-tools.ts';
import { definitionsOf, storedToolsOf } from './stored-tools.ts';

export interface CachedSourceParts {
  readonly server: string;
  readonly config: ServerConfig;
  readonly overlays?: ServerOverlays | undefined;
  readonly manifest: ServerManifest;
  /** Why a tool may not be used; undefined if it may. `sent`: its definition as the server sent it. */
  readonly withheld: (tool: Tool, sent?: () => unknown) => string | undefined;
  /** Whether the instructions of the server wait for approval. */
  readonly withholdsInstructions?: () => boolean;
}

/** The tools of a server as the cache has them. They can be described, not called. */
export class CachedSource implements ToolSource {
  readonly server: string;
  readonly #parts: CachedSourceParts;
  #tools: ReadonlyMap<string, Tool> | undefined;

  constructor(parts: CachedSourceParts) {
    this.server = parts.server;
    this.#parts = parts;
  }

  tools(): Iterable<Tool> {
    return this.#allTools().values();
  }

  /** One tool by name. Builds no other tool if the manifest was read from a file. */
  tool(name: string): Tool | undefined {
    const { server, config, overlays, manifest, withheld } = this.#parts;
    // An overlay can rename tools, so that a name says something only when all tools are built.
    const stored = this.#tools || overlays ? undefined : storedToolsOf(manifest);
    if (!stored) return this.#allTools().get(name);
    return readTools(server, [stored.named(name)], { config }, withheld).tools.get(name);
  }

  /** Number and digest of the tools. Builds no tool unless the configuration has `include`, `exclude` or overlays. */
  digest(): { readonly count: number; readonly digest: ServerDigest } {
    const { server, config, overlays, manifest } = this.#parts;
    const { include, exclude, category = server, tags = [] } = config;
    const stored = include || exclude || overlays ? undefined : storedToolsOf(manifest);
    if (!stored) return { count: this.#allTools().size, digest: digestServer(server, this.tools()) };
    const { count, hash: content } = stored;
    return { count, digest: { server, content, placements: [{ from: 0, category, tags }] } };
  }

  exposes(): boolean {
    return true;
  }

  validate(_tool: Tool, input: JsonObject): Validated {
    return { valid: true, value: input };
  }

  invoke(tool: Tool): CommandResult {
    return failure({
      code: 'UPSTREAM_UNAVAILABLE',
      message: `'${tool.id}' comes from the catalog cache: its server is not started`,
      suggestion: 'Open a gateway to call it.',
    });
  }

  instructions(): string | undefined {
    const { overlays, manifest, withholdsInstructions } = this.#parts;
    return readInstructions(overlays, withholdsInstructions?.() ? undefined : manifest.instructions);
  }

  availability(tool: Tool): Availability {
    const withheld = tool.enabled ? undefined : this.#parts.withheld(upstreamTool(tool));
    return withheld ? { state: 'needs-approval', todo: withheld } : { state: 'cold' };
  }

  subscribe(): () => void {
    return () => {};
  }

  #allTools(): ReadonlyMap<string, Tool> {
    const { server, manifest, withheld } = this.#parts;
    this.#tools ??= readTools(server, definitionsOf(manifest), this.#parts, withheld).tools;
    return this.#tools;
  }
}
