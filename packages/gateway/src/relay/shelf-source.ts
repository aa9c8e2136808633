import type {
  Availability,
  CallContext,
  CommandResult,
  JsonObject,
  SourceChange,
  Tool,
  ToolSource,
  Validated,
} from '@foldout/core';
import { cleanText, summarize, TOOL_DEFAULTS } from '@foldout/core/internal';
import { mcpContext, mcpResult } from '@foldout/server';
import { type CallToolResult, UriTemplate } from '@modelcontextprotocol/server';
import type { Upstream } from '../upstreams/upstream.ts';
import { callingClient } from './calling-client.ts';
import { checkInput } from './check-input.ts';
import { LocalCaller } from './local-caller.ts';
import { contentOfPrompt, contentOfResource } from './read-content.ts';
import type { RequestGate } from './request-gate.ts';
import { skillEntry } from './skill-entries.ts';

type Kind = 'skill' | 'resource' | 'prompt';

/** What an entry is called, as far as its server says. */
interface Named {
  readonly name?: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
}

interface Entry {
  readonly tool: Tool;
  readonly kind: Kind;
  /** The name of the prompt, or the URI or template of the resource, at the server. */
  readonly own: string;
}

/** A skill of a server (SEP-2640) is a resource: its `SKILL.md`. */
const SKILL = /^skill:\/\/.*\/SKILL\.md$/i;
const LIMITS = { title: 200, description: 10_000 } as const;
const NO_INPUT = { type: 'object', properties: {} };

const entries = new WeakSet<object>();

/** Whether this is a prompt, a resource or a skill: the globs of a token name tools, and must not fit it. */
export function isShelfEntry(tool: object): boolean {
  return entries.has(tool);
}

/**
 * The prompts, resources and skills of one upstream as entries that can be found and read: for clients that list only
 * tools. Their names say what they are: `resource:file:///notes.txt`, `prompt:greet`.
 */
export class ShelfSource implements ToolSource {
  readonly server: string;
  readonly #upstream: Upstream;
  readonly #gate: RequestGate;
  readonly #listeners = new Set<(change: SourceChange) => void>();
  #entries: ReadonlyMap<string, Entry> = new Map();

  constructor(upstream: Upstream, gate: RequestGate) {
    this.server = upstream.name;
    this.#upstream = upstream;
    this.#gate = gate;
    this.#entries = this.#read();
  }

  tools(): Iterable<Tool> {
    return [...this.#entries.values()].map(({ tool }) => tool);
  }

  exposes(): boolean {
    return true;
  }

  validate({ inputSchema }: Tool, input: JsonObject): Validated {
    return checkInput(inputSchema, input);
  }

  availability(): Availability {
    const { state, todo } = this.#upstream.status;
    return { state, todo };
  }

  /** Reads an entry: the messages of a prompt, or the contents of a resource. */
  async invoke({ name }: Tool, input: unknown, context: CallContext): Promise<CommandResult> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`'${name}' was removed`);
    const values = input as JsonObject;
    const isPrompt = entry.kind === 'prompt';
    const own = isPrompt ? entry.own : (fileOf(entry, values) ?? expanded(entry.own, values));
    const relayed = { kind: isPrompt ? 'prompt' : 'resource', upstream: this.#upstream, own } as const;
    return await this.#gate.call(relayed, isPrompt ? values : {}, context, () =>
      this.#request(isPrompt, own, values, context),
    );
  }

  async #request(isPrompt: boolean, own: string, values: JsonObject, context: CallContext): Promise<CommandResult> {
    const protocol = mcpContext(context);
    const client = protocol
      ? callingClient(context, protocol)
      : context.protocol instanceof LocalCaller
        ? context.protocol
        : undefined;
    const options = { signal: context.signal, client };
    const content = isPrompt
      ? contentOfPrompt(await this.#upstream.request('prompts/get', { name: own, arguments: values }, options))
      : contentOfResource(await this.#upstream.request('resources/read', { uri: own }, options));
    return mcpResult({ content } as CallToolResult);
  }

  subscribe(listener: (change: SourceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the lists of the manifest again, and emits the difference. */
  reread(): void {
    const before = this.#entries;
    this.#entries = this.#read();
    const removed = [...before.keys()].filter((name) => !this.#entries.has(name));
    const upserted = [...this.#entries.values()].flatMap(({ tool }) => {
      const then = before.get(tool.name)?.tool;
      return then && JSON.stringify(then) === JSON.stringify(tool) ? [] : [tool];
    });
    if (removed.length + upserted.length === 0) return;
    for (const listener of this.#listeners) listener({ upserted, removed });
  }

  #read(): ReadonlyMap<string, Entry> {
    const { manifest } = this.#upstream;
    if (!manifest) return new Map();
    const { prompts, resources, resourceTemplates, skills = [] } = manifest;
    const skillUris = new Set(skills.map(({ uri }) => uri));
    const entries = [
      ...prompts.flatMap((sent) => this.#entry('prompt', sent['name'], sent, promptSchema(sent['arguments']))),
      ...skills.map(skillEntry).flatMap(({ uri, ...sent }) => this.#entry('skill', uri, sent, skillSchema(sent.files))),
      ...resources.flatMap(({ uri, ...sent }) =>
        skillUris.has(uri) ? [] : this.#entry(kindOf(uri), uri, sent, NO_INPUT),
      ),
      ...resourceTemplates.flatMap(({ uriTemplate, ...sent }) =>
        this.#entry('resource', uriTemplate, sent, templateSchema(uriTemplate)),
      ),
    ];
    return new Map(entries.map((entry) => [entry.tool.name, entry]));
  }

  #entry(kind: Kind, own: unknown, sent: Named, inputSchema: JsonObject): Entry[] {
    if (typeof own !== 'string' || own === '' || /[\p{Cc}\p{Cs}]/u.test(own)) return [];
    const title = cleanText(sent.title ?? sent.name, LIMITS.title);
    const description = cleanText(sent.description, LIMITS.description) || title || own;
    const name = `${kind}:${own}`;
    const tool: Tool = {
      ...TOOL_DEFAULTS,
      id: `${this.server}/${name}`,
      server: this.server,
      name,
      ...(title && { title }),
      summary: summarize(description),
      description,
      category: kind,
      inputSchema,
    };
    entries.add(tool);
    return [{ tool, kind, own }];
  }
}

function kindOf(uri: unknown): Kind {
  return typeof uri === 'string' && SKILL.test(uri) ? 'skill' : 'resource';
}

/** A skill with several files has one of them read with the input `file`. */
function skillSchema(files: readonly string[]): JsonObject {
  if (files.length < 2) return NO_INPUT;
  const description = 'A file of the skill. Default: its SKILL.md';
  return { type: 'object', properties: { file: { type: 'string', description, enum: files } } };
}

function fileOf({ kind }: Entry, { file }: JsonObject): string | undefined {
  return kind === 'skill' && typeof file === 'string' ? file : undefined;
}

function promptSchema(given: unknown): JsonObject {
  const list = (Array.isArray(given) ? given : []) as { name?: unknown; description?: unknown; required?: unknown }[];
  const named = list.filter(({ name }) => typeof name === 'string');
  return {
    type: 'object',
    properties: Object.fromEntries(
      named.map(({ name, description }) => [
        name,
        { type: 'string', ...(typeof description === 'string' && { description }) },
      ]),
    ),
    required: named.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

function templateSchema(template: unknown): JsonObject {
  const names = variablesOf(template);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
  };
}

function variablesOf(template: unknown): readonly string[] {
  try {
    return new UriTemplate(String(template)).variableNames;
  } catch {
    return [];
  }
}

/** The URI of a resource, with the values of a template filled in. */
function expanded(own: string, values: JsonObject): string {
  if (!own.includes('{') || Object.keys(values).length === 0) return own;
  return new UriTemplate(own).expand(values as Record<string, string>);
}
