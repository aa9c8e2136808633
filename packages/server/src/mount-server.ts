import type { CallContext, CommandResult, JsonObject, SourceChange, Tool, ToolSource, Validated } from '@foldout/core';
import { BUILT_IN_SERVER } from '@foldout/core/internal';
import type { FoldoutServer } from './foldout-server.ts';

export interface MountOptions {
  /** The first part of the address of its tools: `billing/invoice-get`. */
  readonly prefix: string;
}

/**
 * The tools of one server as a source of another. They run in their own server, with its middleware, contexts and
 * deadlines; it goes on serving its own clients.
 */
export function mountServer(server: FoldoutServer, { prefix }: MountOptions): ToolSource {
  return new MountedServer(server, prefix);
}

function isOwn({ server }: Tool): boolean {
  return server !== BUILT_IN_SERVER;
}

class MountedServer implements ToolSource {
  readonly server: string;
  readonly #inner: FoldoutServer['engine'];
  /** Tool of the inner catalog → the same tool under the prefix. */
  readonly #mounted = new WeakMap<Tool, Tool>();

  constructor({ engine }: FoldoutServer, prefix: string) {
    this.server = prefix;
    this.#inner = engine;
  }

  tools(): Iterable<Tool> {
    const names = new Set(this.#inner.catalog.entries().map(({ tool }) => tool.name));
    return [...names].flatMap((name) => this.#entryOf(name) ?? []).map(({ tool }) => this.#toolOf(tool));
  }

  exposes({ name }: Tool): boolean {
    const entry = this.#entryOf(name);
    return entry?.source.exposes(entry.tool) === true;
  }

  /** The inner server validates, with its own messages. */
  validate(_tool: Tool, input: JsonObject): Validated {
    return { valid: true, value: input };
  }

  async invoke({ name }: Tool, input: unknown, context: CallContext): Promise<CommandResult> {
    // The scope names tools of the outer server, and has been applied there.
    const command = this.#entryOf(name)?.tool.id ?? name;
    return this.#inner.call({ command, input: input as JsonObject }, { ...context, scope: undefined });
  }

  subscribe(listener: (change: SourceChange) => void): () => void {
    return this.#inner.catalog.subscribe(({ upserted, removed }) =>
      listener({
        upserted: upserted.filter(isOwn).map((tool) => this.#toolOf(tool)),
        removed: removed.filter(isOwn).map(({ name }) => name),
      }),
    );
  }

  /** The first of several tools with one name. The built-in tools belong to each server. */
  #entryOf(name: string) {
    const { catalog } = this.#inner;
    const found = catalog.lookup(name);
    const [first] = found.found ? [] : found.candidates;
    const lookup = first === undefined ? found : catalog.lookup(first);
    return lookup.found && isOwn(lookup.entry.tool) ? lookup.entry : undefined;
  }

  #toolOf(tool: Tool): Tool {
    const known = this.#mounted.get(tool);
    if (known) return known;
    // Inherits every field: schemas are converted when they are first read.
    const mounted = Object.create(tool, {
      id: { value: `${this.server}/${tool.name}`, enumerable: true },
      server: { value: this.server, enumerable: true },
      inputSchema: { get: () => tool.inputSchema, enumerable: true },
      outputSchema: { get: () => tool.outputSchema, enumerable: true },
    }) as Tool;
    this.#mounted.set(tool, mounted);
    return mounted;
  }
}
