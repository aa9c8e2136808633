import {
  type Availability,
  type CallContext,
  type CommandResult,
  type JsonObject,
  type SourceChange,
  type Tool,
  type ToolSource,
  toolHash,
  type Validated,
} from '@foldout/core';
import type { ServerConfig } from '../config/config-schema.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { checkInput } from './check-input.ts';
import { readTools } from './read-tools.ts';
import { type Relay, relayCall } from './relay-call.ts';

export interface UpstreamSourceParts {
  readonly upstream: Upstream;
  readonly config: ServerConfig;
  readonly relay: Relay;
  /** Why a tool may not be used, and what to do about it; undefined where it may. */
  readonly withheld: (tool: Tool) => string | undefined;
  readonly onWarning: (message: string) => void;
}

/** The tools of one upstream, as its configuration wants them seen. */
export class UpstreamSource implements ToolSource {
  readonly server: string;
  readonly #parts: UpstreamSourceParts;
  readonly #listeners = new Set<(change: SourceChange) => void>();
  #tools: ReadonlyMap<string, Tool>;

  constructor(parts: UpstreamSourceParts) {
    this.#parts = parts;
    this.server = parts.upstream.name;
    this.#tools = this.#read();
  }

  tools(): Iterable<Tool> {
    return this.#tools.values();
  }

  exposes(): boolean {
    return true;
  }

  validate(tool: Tool, input: JsonObject): Validated {
    return checkInput(tool.inputSchema, input);
  }

  invoke(tool: Tool, input: unknown, context: CallContext): Promise<CommandResult> {
    const { upstream, relay } = this.#parts;
    return relayCall(upstream, relay, tool.name, input as JsonObject, context);
  }

  availability(tool: Tool): Availability {
    const withheld = tool.enabled ? undefined : this.#parts.withheld(tool);
    if (withheld) return { state: 'failed', todo: withheld };
    const { state, todo } = this.#parts.upstream.status;
    return { state, todo };
  }

  subscribe(listener: (change: SourceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks at the manifest and the approvals again and tells what is different. */
  reread(): void {
    const before = this.#tools;
    const after = this.#read();
    this.#tools = after;
    const upserted = [...after.values()].filter((tool) => !isSame(before.get(tool.name), tool));
    const removed = [...before.keys()].filter((name) => !after.has(name));
    if (upserted.length === 0 && removed.length === 0) return;
    for (const listener of this.#listeners) listener({ upserted, removed });
  }

  #read(): ReadonlyMap<string, Tool> {
    const { upstream, config, withheld, onWarning } = this.#parts;
    const { tools, dropped } = readTools(upstream.name, upstream.manifest?.tools ?? [], config, withheld);
    if (dropped > 0) onWarning(`${upstream.name}: ${dropped} tools have no usable name and were left out`);
    return tools;
  }
}

function isSame(before: Tool | undefined, after: Tool): boolean {
  return before !== undefined && toolHash(before) === toolHash(after);
}
