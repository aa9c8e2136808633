import { crc32 } from 'node:zlib';
import { type DefinitionReading, type JsonObject, readDefinition, recallReading } from '@foldout/core';
import type { ServerManifest } from './manifest.ts';

/** Changes with the layout, and with how definitions are read: a file of another format is no file. */
export const MANIFEST_FORMAT = 2;

const MAGIC = Buffer.from('FOLDOUTM');
/** The magic, the length of the header and the checksum of the header. */
const PREFIX = MAGIC.length + 8;

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
  /** The fields that definitions have. Those of one server mostly have the same. */
  readonly fields: readonly (readonly string[])[];
  /** A tool, or the definition itself where no tool can be made of it. */
  readonly tools: readonly (KeptTool | { readonly useless: unknown })[];
}

/**
 * Layout: `FOLDOUTM`, the length of the header and its checksum (uint32 each), the header as JSON in ASCII, then the
 * definitions as JSON, one after the other. The header says how long they are together. Of most tools nobody wants more than the name: their definitions are
 * parsed when somebody does, so that 4,000 tools cost a start no more than their names.
 */
export function writeManifest(server: string, key: string, manifest: ServerManifest): Buffer {
  const { tools, ...rest } = manifest;
  const definitions: Buffer[] = [];
  const fieldLists = new Map<string, number>();
  let end = 0;
  const kept = tools.map((definition): Header['tools'][number] => {
    const reading = readDefinition(definition);
    if (!reading) return { useless: definition };
    const bytes = Buffer.from(JSON.stringify(definition));
    definitions.push(bytes);
    end += bytes.length;
    const list = JSON.stringify(Object.keys(JSON.parse(bytes.toString())));
    const fields = fieldLists.get(list) ?? fieldLists.size;
    fieldLists.set(list, fields);
    const { name } = definition as { name: string };
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
  const header: Header = { format: MANIFEST_FORMAT, server, key, manifest: rest, bodyBytes: end, fields, tools: kept };
  const head = Buffer.from(asciiJson(header), 'latin1');
  const prefix = Buffer.alloc(PREFIX);
  MAGIC.copy(prefix);
  prefix.writeUInt32LE(head.length, MAGIC.length);
  prefix.writeUInt32LE(crc32(head), MAGIC.length + 4);
  return Buffer.concat([prefix, head, ...definitions]);
}

/** Undefined for what is not the manifest of that server and key, whole and as it was written. May throw. */
export function readManifest(bytes: Buffer, server: string, key: string): ServerManifest | undefined {
  if (bytes.length < PREFIX || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const start = PREFIX + bytes.readUInt32LE(MAGIC.length);
  const head = bytes.subarray(PREFIX, start);
  if (crc32(head) !== bytes.readUInt32LE(MAGIC.length + 4)) return undefined;
  const header = JSON.parse(head.toString('latin1')) as Header;
  if (header.format !== MANIFEST_FORMAT || header.server !== server || header.key !== key) return undefined;
  const body = bytes.subarray(start);
  if (body.length !== header.bodyBytes) return undefined;
  const tools = header.tools.map((tool) => {
    return isKept(tool) ? definitionIn(tool, header.fields[tool[1]] ?? [], body) : tool.useless;
  });
  return { ...header.manifest, tools };
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

function isKept(tool: Header['tools'][number]): tool is KeptTool {
  return Array.isArray(tool);
}

/** JSON that is read without decoding it first. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\0-~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
