import { crc32 } from 'node:zlib';
import { contentMark, type DefinitionReading, type JsonObject, readDefinition, recallReading } from '@foldout/core';
import type { ServerManifest } from './manifest.ts';

/** Changes with the layout, and with how definitions are read: a file of another format is no file. */
export const MANIFEST_FORMAT = 3;

const MAGIC = Buffer.from('FOLDOUTM');
/** The magic, the lengths of the header and of the list, and the checksum of both. */
const PREFIX = MAGIC.length + 12;

/** One tool: its name, its fields (as an index), its place in the body with a checksum, and what reading it found. */
type KeptTool = readonly [
  name: string,
  fields: number,
  from: number,
  length: number,
  check: number,
  reading: KeptReading,
];
type KeptReading = readonly [summary: string, hash: string, marks: number];

interface Header {
  readonly format: number;
  readonly server: string;
  readonly key: string;
  readonly manifest: Omit<ServerManifest, 'tools'>;
  /** How long all definitions are together: a file that was cut off is no file. */
  readonly bodyBytes: number;
  readonly contents: ToolContents;
}

/** How many tools can be made of the definitions, and what stands for them: enough to search an index made of them. */
export interface ToolContents {
  readonly count: number;
  /** What `contentMark` says of them. */
  readonly mark: string;
}

interface ToolList {
  /** The fields that definitions have. Those of one server mostly have the same. */
  readonly fields: readonly (readonly string[])[];
  /** A tool, or the definition itself where no tool can be made of it. */
  readonly tools: readonly (KeptTool | { readonly useless: unknown })[];
}

/**
 * Layout: `FOLDOUTM`, the lengths of the header and of the list of tools and their checksum (uint32 each), the header and
 * the list as JSON in ASCII, then the definitions as JSON, one after the other. The header says how long they are
 * together. Of most servers nobody wants a tool, and of most tools nobody wants more than the name: the list and the
 * definitions are parsed when somebody does, so that 4,000 tools cost a start next to nothing.
 */
export function writeManifest(server: string, key: string, manifest: ServerManifest): Buffer {
  const { tools, ...rest } = manifest;
  const definitions: Buffer[] = [];
  const fieldLists = new Map<string, number>();
  const readings = new Map<string, DefinitionReading>();
  let end = 0;
  const kept = tools.map((definition): ToolList['tools'][number] => {
    const reading = readDefinition(definition);
    if (!reading) return { useless: definition };
    const bytes = Buffer.from(JSON.stringify(definition));
    definitions.push(bytes);
    end += bytes.length;
    const list = JSON.stringify(Object.keys(JSON.parse(bytes.toString())));
    const fields = fieldLists.get(list) ?? fieldLists.size;
    fieldLists.set(list, fields);
    const { name } = definition as { name: string };
    // Of two tools with one name, the first is the one that there is.
    if (!readings.has(name)) readings.set(name, reading);
    return [
      name,
      fields,
      end - bytes.length,
      bytes.length,
      crc32(bytes),
      [reading.summary, reading.hash, marksOf(reading)],
    ];
  });
  const fields = [...fieldLists.keys()].map((list) => JSON.parse(list) as string[]);
  const mark = contentMark([...readings].map(([name, { summary, hash }]) => ({ name, summary, hash })));
  const contents: ToolContents = { count: readings.size, mark };
  const head = ascii({
    format: MANIFEST_FORMAT,
    server,
    key,
    manifest: rest,
    bodyBytes: end,
    contents,
  } satisfies Header);
  const list = ascii({ fields, tools: kept } satisfies ToolList);
  const prefix = Buffer.alloc(PREFIX);
  MAGIC.copy(prefix);
  prefix.writeUInt32LE(head.length, MAGIC.length);
  prefix.writeUInt32LE(list.length, MAGIC.length + 4);
  prefix.writeUInt32LE(crc32(list, crc32(head)), MAGIC.length + 8);
  return Buffer.concat([prefix, head, list, ...definitions]);
}

/** Undefined for what is not the manifest of that server and key, whole and as it was written. May throw. */
export function readManifest(bytes: Buffer, server: string, key: string): ServerManifest | undefined {
  if (bytes.length < PREFIX || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const listAt = PREFIX + bytes.readUInt32LE(MAGIC.length);
  const bodyAt = listAt + bytes.readUInt32LE(MAGIC.length + 4);
  if (crc32(bytes.subarray(PREFIX, bodyAt)) !== bytes.readUInt32LE(MAGIC.length + 8)) return undefined;
  const header = JSON.parse(bytes.toString('latin1', PREFIX, listAt)) as Header;
  if (header.format !== MANIFEST_FORMAT || header.server !== server || header.key !== key) return undefined;
  if (bytes.length - bodyAt !== header.bodyBytes) return undefined;
  const definitions = new KeptDefinitions(bytes.subarray(listAt, bodyAt), bytes.subarray(bodyAt));
  const manifest: ServerManifest = {
    ...header.manifest,
    get tools() {
      return definitions.all;
    },
  };
  contents.set(manifest, { ...header.contents, definition: (name) => definitions.named(name) });
  return manifest;
}

/** What is in a manifest that was read, without a look at all of its tools. */
export interface ManifestContents extends ToolContents {
  /** The first with this name. */
  readonly definition: (name: string) => unknown;
}

const contents = new WeakMap<ServerManifest, ManifestContents>();

/** Undefined for a manifest that was not read by `readManifest`. */
export function contentsOf(manifest: ServerManifest): ManifestContents | undefined {
  return contents.get(manifest);
}

/** The definitions of a server, each made when somebody first asks for it. */
class KeptDefinitions {
  readonly #text: Buffer;
  readonly #body: Buffer;
  #list: ToolList | undefined;
  readonly #made = new Map<number, unknown>();
  #all: readonly unknown[] | undefined;

  constructor(text: Buffer, body: Buffer) {
    this.#text = text;
    this.#body = body;
  }

  get all(): readonly unknown[] {
    this.#all ??= this.#parsed.tools.map((_, i) => this.#at(i));
    return this.#all;
  }

  named(name: string): unknown {
    const at = this.#parsed.tools.findIndex((tool) => isKept(tool) && tool[0] === name);
    return at < 0 ? undefined : this.#at(at);
  }

  get #parsed(): ToolList {
    this.#list ??= JSON.parse(this.#text.toString('latin1')) as ToolList;
    return this.#list;
  }

  #at(index: number): unknown {
    if (this.#made.has(index)) return this.#made.get(index);
    const { tools, fields } = this.#parsed;
    const tool = tools[index];
    const made = tool && isKept(tool) ? definitionIn(tool, fields[tool[1]] ?? [], this.#body) : tool?.useless;
    this.#made.set(index, made);
    return made;
  }
}

interface Kept {
  readonly body: Buffer;
  readonly from: number;
  readonly length: number;
  readonly check: number;
  parsed?: JsonObject;
}

const keptDefinitions = new WeakMap<object, Kept>();
const descriptors = new Map<string, PropertyDescriptor>();

/** The definition as it was, except that it is parsed when something other than its name is asked for. */
function definitionIn(
  [name, , from, length, check, reading]: KeptTool,
  fields: readonly string[],
  body: Buffer,
): object {
  const definition: { name?: string } = {};
  keptDefinitions.set(definition, { body, from, length, check });
  for (const field of fields) {
    if (field === 'name') definition.name = name;
    else Object.defineProperty(definition, field, descriptorOf(field));
  }
  recallReading(definition, readingIn(reading));
  return definition;
}

/** Checked only here: a checksum over thousands of definitions that nobody reads would be a tenth of a start. */
function parse({ body, from, length, check }: Kept): JsonObject {
  const bytes = body.subarray(from, from + length);
  return crc32(bytes) === check ? (JSON.parse(bytes.toString()) as JsonObject) : {};
}

/** One getter for all definitions that have the field: they then have one shape. */
function descriptorOf(field: string): PropertyDescriptor {
  const known = descriptors.get(field);
  if (known) return known;
  const get = function (this: object): unknown {
    const kept = keptDefinitions.get(this);
    if (!kept) return undefined;
    kept.parsed ??= parse(kept);
    return kept.parsed[field];
  };
  const descriptor = { get, enumerable: true };
  // The names of fields come from servers: no server can make this grow for ever.
  if (descriptors.size < 100) descriptors.set(field, descriptor);
  return descriptor;
}

const MARKS = ['mutation', 'destructive', 'titled', 'annotated', 'output'] as const;

function marksOf(reading: DefinitionReading): number {
  return MARKS.reduce((marks, mark, bit) => marks | (reading[mark] ? 1 << bit : 0), 0);
}

function readingIn([summary, hash, marks]: KeptReading): DefinitionReading {
  const has = (bit: number) => (marks & (1 << bit)) !== 0;
  return { summary, hash, mutation: has(0), destructive: has(1), titled: has(2), annotated: has(3), output: has(4) };
}

function isKept(tool: ToolList['tools'][number]): tool is KeptTool {
  return Array.isArray(tool);
}

/** JSON that is read without decoding it first. */
function ascii(value: unknown): Buffer {
  const text = JSON.stringify(value);
  const plain = text.replace(/[^\0-~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Buffer.from(plain, 'latin1');
}
