import {
  type Availability,
  type CommandResult,
  failure,
  type JsonObject,
  markTools,
  type Tool,
  type ToolSource,
  type ToolsMark,
  type Validated,
} from '@foldout/core';
import type { ServerConfig } from '../config/config-schema.ts';
import type { ServerManifest } from '../state/manifest.ts';
import { contentsOf } from '../state/manifest-format.ts';
import { readTools } from './read-tools.ts';

export interface KnownSourceParts {
  readonly server: string;
  readonly config: ServerConfig;
  readonly manifest: ServerManifest;
  /** Why a tool may not be used; undefined where it may. */
  readonly withheld: (tool: Tool) => string | undefined;
}

/** The tools of a server as they were kept on disk, made when somebody asks for one. They can be looked at, and nothing else. */
export class KnownSource implements ToolSource {
  readonly server: string;
  readonly #parts: KnownSourceParts;
  #tools: ReadonlyMap<string, Tool> | undefined;

  constructor(parts: KnownSourceParts) {
    this.server = parts.server;
    this.#parts = parts;
  }

  tools(): Iterable<Tool> {
    return this.#made().values();
  }

  /** The one with this name. Makes no other where the manifest knows it by its name. */
  tool(name: string): Tool | undefined {
    const { server, config, manifest, withheld } = this.#parts;
    const contents = this.#tools ? undefined : contentsOf(manifest);
    if (!contents) return this.#made().get(name);
    return readTools(server, [contents.definition(name)], config, withheld).tools.get(name);
  }

  /** How many tools there are, and what stands for them. Makes none where the configuration takes them all. */
  get outline(): { readonly count: number; readonly mark: ToolsMark } {
    const { server, config, manifest } = this.#parts;
    const { include, exclude, category = server, tags = [] } = config;
    const contents = include || exclude ? undefined : contentsOf(manifest);
    if (!contents) return { count: this.#made().size, mark: markTools(server, this.tools()) };
    return { count: contents.count, mark: { server, content: contents.mark, places: [{ from: 0, category, tags }] } };
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
      message: `'${tool.id}' is known and its server is not started`,
      suggestion: 'Open a gateway to call it.',
    });
  }

  availability(tool: Tool): Availability {
    const withheld = tool.enabled ? undefined : this.#parts.withheld(tool);
    return withheld ? { state: 'failed', todo: withheld } : { state: 'cold' };
  }

  subscribe(): () => void {
    return () => {};
  }

  #made(): ReadonlyMap<string, Tool> {
    const { server, config, manifest, withheld } = this.#parts;
    this.#tools ??= readTools(server, manifest.tools, config, withheld).tools;
    return this.#tools;
  }
}
