import { crc32 } from 'node:zlib';
import { type DefinitionReading, type JsonObject, readDefinition, recallReading } from '@foldout/core';
import type { ServerManifest } from './manifest.ts';

/** Changes with the layout, and with how definitions are read: a file of another format is no file. */
export const MANIFEST_FORMAT = 1;

const MAGIC = Buffer.from('FOLDOUTM');
/** The magic, the length of the header and the checksum of what follows. */
const PREFIX = MAGIC.length + 8;

/** One tool: its name, its fields (as an index), its place in the body, and what reading it found. */
type KeptTool = readonly [name: string, fields: number, from: number, length: number, reading: KeptReading];
type KeptReading = readonly [summary: string, hash: string, marks: number];

interface Header {
  readonly format: number;
  readonly server: string;
  readonly key: string;
  readonly manifest: Omit<ServerManifest, 'tools'>;
  /** The fields that definitions have. Those of one server mostly have the same. */
  readonly fields: readonly (readonly string[])[];
  /** A tool, or the definition itself where no tool can be made of it. */
  readonly tools: readonly (KeptTool | { readonly useless: unknown })[];
}

/**
 * Layout: `FOLDOUTM`, the length of the header and a checksum (uint32 each), the header as JSON in ASCII, then the
 * definitions as JSON, one after the other. Of most tools nobody wants more than the name: their definitions are
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
    return [name, fields, end - bytes.length, bytes.length, [reading.summary, reading.hash, marksOf(reading)]];
  });
  const fields = [...fieldLists.keys()].map((list) => JSON.parse(list) as string[]);
  const header: Header = { format: MANIFEST_FORMAT, server, key, manifest: rest, fields, tools: kept };
  const content = Buffer.concat([Buffer.from(asciiJson(header), 'latin1'), ...definitions]);
  const prefix = Buffer.alloc(PREFIX);
  MAGIC.copy(prefix);
  prefix.writeUInt32LE(content.length - end, MAGIC.length);
  prefix.writeUInt32LE(crc32(content), MAGIC.length + 4);
  return Buffer.concat([prefix, content]);
}

/** Undefined for what is not the manifest of that server and key, whole and as it was written. May throw. */
export function readManifest(bytes: Buffer, server: string, key: string): ServerManifest | undefined {
  if (bytes.length < PREFIX || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const content = bytes.subarray(PREFIX);
  if (crc32(content) !== bytes.readUInt32LE(MAGIC.length + 4)) return undefined;
  const start = bytes.readUInt32LE(MAGIC.length);
  const header = JSON.parse(content.toString('latin1', 0, start)) as Header;
  if (header.format !== MANIFEST_FORMAT || header.server !== server || header.key !== key) return undefined;
  const body = content.subarray(start);
  const tools = header.tools.map((tool) => {
    return isKept(tool) ? definitionIn(tool, header.fields[tool[1]] ?? [], body) : tool.useless;
  });
  return { ...header.manifest, tools };
}

interface Kept {
  readonly body: Buffer;
  readonly from: number;
  readonly length: number;
  parsed?: JsonObject;
}

const keptDefinitions = new WeakMap<object, Kept>();
const descriptors = new Map<string, PropertyDescriptor>();

/** The definition as it was, except that it is parsed when something other than its name is asked for. */
function definitionIn([name, , from, length, reading]: KeptTool, fields: readonly string[], body: Buffer): object {
  const definition: { name?: string } = {};
  keptDefinitions.set(definition, { body, from, length });
  for (const field of fields) {
    if (field === 'name') definition.name = name;
    else Object.defineProperty(definition, field, descriptorOf(field));
  }
  recallReading(definition, readingIn(reading));
  return definition;
}

/** One getter for all definitions that have the field: they then have one shape. */
function descriptorOf(field: string): PropertyDescriptor {
  const known = descriptors.get(field);
  if (known) return known;
  const get = function (this: object): unknown {
    const kept = keptDefinitions.get(this);
    if (!kept) return undefined;
    kept.parsed ??= JSON.parse(kept.body.toString('utf8', kept.from, kept.from + kept.length)) as JsonObject;
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
