import { crc32 } from 'node:zlib';
import type { JsonObject } from '@foldout/core';
import { appRole, type DefinitionFacts, type UnparsedDefinition } from '@foldout/core/internal';
import type { ServerManifest } from './manifest.ts';

/** A tool in the list of a manifest file. The byte range and its checksum refer to the body of the file. */
export type ToolRow = readonly [
  name: string,
  /** Index into `ToolList.fields`. */
  fields: number,
  from: number,
  length: number,
  checksum: number,
  facts: FactsRow,
];
type FactsRow = readonly [summary: string, hash: string, flags: number];

export interface ToolList {
  /** Field names of the definitions. Written only for version 0.1, which may read the same folder. */
  readonly fields: readonly (readonly string[])[];
  /** A row for each usable definition; the unusable definitions are stored whole, as `useless`. */
  readonly tools: readonly (ToolRow | { readonly useless: unknown })[];
}

/** Number and hash of the usable tools: enough to decide whether a saved search index is for these tools. */
export interface ToolSummary {
  readonly count: number;
  /** The `searchableHash` of the tools. */
  readonly mark: string;
}

/** The start of the keys in `_meta` that mark a tool of an MCP App. */
const APP_META = Buffer.from('"ui');
const FLAGS = ['mutation', 'destructive', 'titled', 'annotated', 'output'] as const;

export function factsRow(facts: DefinitionFacts): FactsRow {
  const flags = FLAGS.reduce((bits, flag, bit) => bits | (facts[flag] ? 1 << bit : 0), 0);
  return [facts.summary, facts.hash, flags];
}

function factsIn([summary, hash, flags]: FactsRow): DefinitionFacts {
  const has = (bit: number) => (flags & (1 << bit)) !== 0;
  return { summary, hash, mutation: has(0), destructive: has(1), titled: has(2), annotated: has(3), output: has(4) };
}

/** One definition in a manifest file. */
export class StoredDefinition implements UnparsedDefinition {
  readonly name: string;
  readonly facts: DefinitionFacts;
  readonly #row: ToolRow;
  readonly #body: Buffer;

  constructor(row: ToolRow, body: Buffer) {
    const [name, , from, length, , facts] = row;
    this.name = name;
    this.#row = row;
    this.#body = body;
    // A stored fact would be a new format: earlier versions read the same folder. Few definitions have the text.
    const app = body.subarray(from, from + length).includes(APP_META) ? appRole(this.parse()) : undefined;
    this.facts = { ...factsIn(facts), app };
  }

  /**
   * The definition, or only the name if its bytes are damaged. The checksum is verified here, because verifying all
   * checksums at the start would slow it down.
   */
  parse(): JsonObject {
    const [name, , from, length, checksum] = this.#row;
    const bytes = this.#body.subarray(from, from + length);
    return crc32(bytes) === checksum ? (JSON.parse(bytes.toString()) as JsonObject) : { name };
  }
}

/** The tools of a manifest file. The list is parsed when the first tool is read, a definition when it is used. */
export class StoredTools {
  readonly count: number;
  /** The `searchableHash` of the tools. */
  readonly hash: string;
  readonly #listJson: Buffer;
  readonly #body: Buffer;
  #definitions: readonly unknown[] | undefined;
  #parsed: readonly unknown[] | undefined;

  constructor({ count, mark }: ToolSummary, listJson: Buffer, body: Buffer) {
    this.count = count;
    this.hash = mark;
    this.#listJson = listJson;
    this.#body = body;
  }

  /**
   * All definitions in the order of the server: a `StoredDefinition` for each usable definition, and the unusable
   * definitions as the server sent them.
   */
  definitions(): readonly unknown[] {
    if (!this.#definitions) {
      const { tools } = JSON.parse(this.#listJson.toString('latin1')) as ToolList;
      this.#definitions = tools.map((tool) => (isRow(tool) ? new StoredDefinition(tool, this.#body) : tool.useless));
    }
    return this.#definitions;
  }

  named(name: string): StoredDefinition | undefined {
    const found = this.definitions().find((entry) => entry instanceof StoredDefinition && entry.name === name);
    return found as StoredDefinition | undefined;
  }

  /** Every definition as the server sent it. */
  parsed(): readonly unknown[] {
    this.#parsed ??= this.definitions().map((entry) => (entry instanceof StoredDefinition ? entry.parse() : entry));
    return this.#parsed;
  }
}

function isRow(tool: ToolList['tools'][number]): tool is ToolRow {
  return Array.isArray(tool);
}

const storedTools = new WeakMap<ServerManifest, StoredTools>();

export function rememberStoredTools(manifest: ServerManifest, tools: StoredTools): void {
  storedTools.set(manifest, tools);
}

/** Undefined for a manifest that was not read from a file. */
export function storedToolsOf(manifest: ServerManifest): StoredTools | undefined {
  return storedTools.get(manifest);
}

/** The definitions of a manifest. They are not parsed yet if the manifest was read from a file. */
export function definitionsOf(manifest: ServerManifest): readonly unknown[] {
  return storedToolsOf(manifest)?.definitions() ?? manifest.tools;
}

/** An entry of `definitionsOf` as the server sent it. */
export function sentDefinition(entry: unknown): unknown {
  return entry instanceof StoredDefinition ? entry.parse() : entry;
}
