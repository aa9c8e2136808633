import { isDeepStrictEqual } from 'node:util';
import type {
  Availability,
  CallContext,
  CommandResult,
  JsonObject,
  SourceChange,
  SourceStatus,
  Tool,
  ToolSource,
  Validated,
} from '@foldout/core';
import {
  allSteps,
  appPage,
  completedInput,
  isObject,
  overlayOf,
  stepsInSlices,
  toolHash,
  upstreamTool,
  withAppPage,
} from '@foldout/core/internal';
import { readInstructions } from '../cache/read-instructions.ts';
import { readToolsInSteps } from '../cache/read-tools.ts';
import { definitionsOf } from '../cache/stored-tools.ts';
import type { ServerConfig } from '../config/config-schema.ts';
import type { ServerOverlays } from '../config/overlays.ts';
import type { Upstream } from '../upstreams/upstream.ts';
import { CachedCalls } from './cached-calls.ts';
import { checkInput } from './check-input.ts';
import { type Relay, relayCall } from './relay-call.ts';
import { SentDefinitions } from './sent-definitions.ts';
import { supportsTasks } from './task-call.ts';

export interface UpstreamSourceParts {
  readonly upstream: Upstream;
  /** The same, as clients may see its results. */
  readonly calls: Upstream;
  readonly config: ServerConfig;
  readonly overlays?: ServerOverlays | undefined;
  readonly relay: Relay;
  /** Why a tool may not be used, and what to do; undefined if it may. `sent`: its definition as the server sent it. */
  readonly withheld: (tool: Tool, sent?: () => unknown) => string | undefined;
  readonly onWarning: (message: string) => void;
  /** The instructions of the server, unless they wait for approval. */
  readonly instructions: () => string | undefined;
  /** The URI of an app's page in the gateway's list of resources. */
  readonly pageUri: (own: string) => string;
  /** What the server is for, as far as the configuration says it. */
  readonly about?: string | undefined;
}

/** So many tools are read at once. */
const AT_ONCE = 100;
/** A change of more tools is emitted in parts of so many. */
const PART = 1_000;

/** The tools of one upstream, with its configuration applied. Empty until `reread` is called. */
export class UpstreamSource implements ToolSource {
  readonly server: string;
  readonly #parts: UpstreamSourceParts;
  readonly #cached: CachedCalls | undefined;
  readonly #listeners = new Set<(change: SourceChange) => void>();
  #tools: ReadonlyMap<string, Tool> = new Map();
  #sent = new SentDefinitions([]);
  #rereads = 0;
  #overlays: ServerOverlays | undefined;
  #problems: readonly string[] = [];
  #loading: Promise<void> | undefined;

  constructor(parts: UpstreamSourceParts) {
    this.#parts = parts;
    this.server = parts.upstream.name;
    this.#cached = parts.config.cache && new CachedCalls(parts.config, parts.onWarning);
    this.#overlays = parts.overlays;
  }

  tools(): Iterable<Tool> {
    return this.#tools.values();
  }

  exposes(): boolean {
    return true;
  }

  validate(tool: Tool, input: JsonObject): Validated {
    const shown = checkInput(tool.inputSchema, input);
    const upstream = upstreamTool(tool);
    if (upstream === tool || !shown.valid) return shown;
    const completed = completedInput(tool, input);
    return completed.valid ? checkInput(upstream.inputSchema, completed.value as JsonObject) : completed;
  }

  invoke(tool: Tool, input: unknown, context: CallContext): Promise<CommandResult> {
    const { upstream, calls, relay } = this.#parts;
    const { name } = upstreamTool(tool);
    const tasks = supportsTasks(upstream) ? this.#sent.taskSupport(name) : 'forbidden';
    const call = () => relayCall(calls, relay, { name, input: input as JsonObject, tasks }, context);
    return this.#cached ? this.#cached.call(tool, input, context, call) : call();
  }

  /** Parts of the overlays that have no effect, or need another look. */
  get overlayProblems(): readonly string[] {
    return this.#problems;
  }

  get hasOverlays(): boolean {
    return this.#overlays !== undefined;
  }

  /** Applies other overlays. Returns at once if they are the same. */
  async setOverlays(overlays: ServerOverlays | undefined): Promise<void> {
    if (isDeepStrictEqual(overlays, this.#overlays)) return;
    this.#overlays = overlays;
    await this.rereadInSlices();
  }

  definition(tool: Tool): JsonObject | undefined {
    // An approval covers every field of it.
    const sent = this.#sent.get(upstreamTool(tool).name);
    const page = tool.app && appPage(sent);
    const listed = page && this.#parts.pageUri(page);
    return sent && listed !== page ? withAppPage(sent, listed as string) : sent;
  }

  instructions(): string | undefined {
    return readInstructions(this.#overlays, this.#parts.instructions());
  }

  fits({ outputSchema }: Tool, output: unknown): boolean {
    return !outputSchema || (isObject(output) && checkInput(outputSchema, output).valid);
  }

  availability(tool: Tool): Availability {
    const withheld = tool.enabled ? undefined : this.#parts.withheld(upstreamTool(tool));
    if (withheld) return { state: 'needs-approval', todo: withheld };
    const { state, todo } = this.#parts.upstream.status;
    return { state, todo };
  }

  status(): SourceStatus {
    const { upstream, about, config } = this.#parts;
    const known = upstream.manifest !== undefined;
    const { state, todo, lastError } = upstream.status;
    return {
      server: this.server,
      // A server that waits for its turn to be asked is starting for a caller: its tools come without a call.
      state: this.#loading && !known ? 'starting' : state,
      known,
      tools: this.#tools.size,
      ...(config.category !== undefined && { category: config.category }),
      ...(about && { about }),
      ...(lastError !== undefined && { reason: withoutName(lastError, this.server) }),
      ...(todo !== undefined && { todo }),
    };
  }

  /** Reports the state `starting` until `loading` has settled, unless the tools are known earlier. Never rejects. */
  async load(loading: Promise<void>): Promise<void> {
    const ended = loading.catch(() => {});
    this.#loading = ended;
    await ended;
    if (this.#loading === ended) this.#loading = undefined;
  }

  async settled(withinMs: number): Promise<void> {
    if (!this.#loading || this.#parts.upstream.manifest) return;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, withinMs);
    });
    await Promise.race([this.#loading, timeout]);
    clearTimeout(timer);
  }

  subscribe(listener: (change: SourceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Builds the tools from the manifest and the approvals again, and emits the difference. */
  reread(): void {
    this.#rereads += 1;
    allSteps(this.#replace(allSteps(this.#readAgain())));
  }

  /** The same in slices: thousands of tools must not block the calls of other servers. The last call wins. */
  async rereadInSlices(): Promise<void> {
    const { manifest } = this.#parts.upstream;
    if (!manifest || definitionsOf(manifest).length <= AT_ONCE) return this.reread();
    this.#rereads += 1;
    const run = this.#rereads;
    const read = await stepsInSlices(this.#readAgain(), () => this.#rereads === run);
    // Not interrupted by a later call: the catalog has to learn of every change.
    if (read) await stepsInSlices(this.#replace(read));
  }

  *#readAgain(): Generator<void, Reread> {
    const { upstream, config, withheld, onWarning } = this.#parts;
    const overlays = this.#overlays;
    const [before, sentBefore] = [this.#tools, this.#sent];
    const definitions = upstream.manifest ? definitionsOf(upstream.manifest) : [];
    const settings = { config, overlays };
    const { tools, dropped, problems } = yield* readToolsInSteps(upstream.name, definitions, settings, withheld);
    if (dropped > 0) onWarning(`${upstream.name}: ${dropped} tools have no usable name and were left out`);
    for (const problem of problems) if (!this.#problems.includes(problem)) onWarning(problem);
    this.#problems = problems;
    const sent = new SentDefinitions(definitions);
    const changed: string[] = [];
    for (const tool of tools.values()) {
      yield;
      const { name } = upstreamTool(tool);
      if (!isSame(before.get(tool.name), tool) || !sent.isSame(name, sentBefore)) changed.push(tool.name);
    }
    return { tools, sent, changed };
  }

  /** Emits a large change in parts. Each part has the tools as they are by then, also if they are replaced again meanwhile. */
  *#replace({ tools, sent, changed }: Reread): Generator<void, void> {
    const names = [...changed, ...[...this.#tools.keys()].filter((name) => !tools.has(name))];
    this.#tools = tools;
    this.#sent = sent;
    for (let from = 0; from < names.length; from += PART) {
      const part = names.slice(from, from + PART);
      const upserted = part.flatMap((name) => this.#tools.get(name) ?? []);
      const removed = part.filter((name) => !this.#tools.has(name));
      for (const listener of this.#listeners) listener({ upserted, removed });
      yield;
    }
  }
}

interface Reread {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly sent: SentDefinitions;
  /** Names of the tools that are new or differ. */
  readonly changed: readonly string[];
}

/** Messages of an upstream begin with its name, which a status already has. */
function withoutName(message: string, server: string): string {
  const prefix = `server "${server}" `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

function isSame(before: Tool | undefined, after: Tool): boolean {
  // An overlay can change what is sent and nothing that is shown.
  const [was, is] = [before && overlayOf(before)?.overlay, overlayOf(after)?.overlay];
  return before !== undefined && toolHash(before) === toolHash(after) && isDeepStrictEqual(was, is);
}
