import { crc32 } from 'node:zlib';
import { type DefinitionFacts, definitionFacts, searchableHash } from '@foldout/core/internal';
import type { ServerManifest } from './manifest.ts';
import { factsRow, rememberStoredTools, StoredTools, type ToolList, type ToolSummary } from './stored-tools.ts';

/**
 * Increase this number when the layout changes, or when the facts that are computed from a definition change. Files with
 * another number are ignored.
 */
export const MANIFEST_FORMAT = 3;

const MAGIC = Buffer.from('FOLDOUTM');
/** Magic, length of the header, length of the tool list, checksum of both. */
const PREFIX = MAGIC.length + 12;

interface Header {
  readonly format: number;
  readonly server: string;
  readonly key: string;
  readonly manifest: Omit<ServerManifest, 'tools'>;
  /** Length of all definitions: detects a truncated file. */
  readonly bodyBytes: number;
  readonly contents: ToolSummary;
}

/**
 * Layout: `FOLDOUTM`; length of the header, length of the tool list and checksum of both (uint32 each); the header and
 * the tool list as ASCII JSON; then the definitions as JSON, one after the other.
 *
 * Most tools are only ever found by name: the list and the definitions are parsed on demand (`StoredTools`), so that
 * reading the manifests of 4,000 tools is fast. Takes a step for each definition.
 */
export function* writeManifest(server: string, key: string, manifest: ServerManifest): Generator<void, Buffer> {
  const { tools, ...rest } = manifest;
  const { listJson, summary, body } = yield* encodeTools(tools);
  yield;
  const headJson = asciiJson({
    format: MANIFEST_FORMAT,
    server,
    key,
    manifest: rest,
    bodyBytes: body.length,
    contents: summary,
  } satisfies Header);
  yield;
  const prefix = Buffer.alloc(PREFIX);
  MAGIC.copy(prefix);
  prefix.writeUInt32LE(headJson.length, MAGIC.length);
  prefix.writeUInt32LE(listJson.length, MAGIC.length + 4);
  prefix.writeUInt32LE(crc32(listJson, crc32(headJson)), MAGIC.length + 8);
  return Buffer.concat([prefix, headJson, listJson, body]);
}

interface EncodedTools {
  /** A `ToolList` as ASCII JSON. */
  readonly listJson: Buffer;
  readonly summary: ToolSummary;
  readonly body: Buffer;
}

function* encodeTools(tools: readonly unknown[]): Generator<void, EncodedTools> {
  const definitions: Buffer[] = [];
  const fieldLists = new Map<string, number>();
  const factsByName = new Map<string, DefinitionFacts>();
  let end = 0;
  const rows: string[] = [];
  const addRow = (row: ToolList['tools'][number]): void => void rows.push(asciiText(row));
  for (const definition of tools) {
    yield;
    const facts = definitionFacts(definition);
    if (!facts) {
      addRow({ useless: definition });
      continue;
    }
    const bytes = Buffer.from(JSON.stringify(definition));
    const from = end;
    definitions.push(bytes);
    end += bytes.length;
    const fields = JSON.stringify(Object.keys(JSON.parse(bytes.toString())));
    if (!fieldLists.has(fields)) fieldLists.set(fields, fieldLists.size);
    const { name } = definition as { name: string };
    // If two tools have the same name, the second one is ignored.
    if (!factsByName.has(name)) factsByName.set(name, facts);
    addRow([name, fieldLists.get(fields) ?? 0, from, bytes.length, crc32(bytes), factsRow(facts)]);
  }
  const mark = yield* searchableHash([...factsByName].map(([name, { summary, hash }]) => ({ name, summary, hash })));
  return {
    listJson: listOf([...fieldLists.keys()], rows),
    summary: { count: factsByName.size, mark },
    body: Buffer.concat(definitions),
  };
}

/** Undefined if the bytes are not an intact manifest of that server and key. May throw. */
export function readManifest(bytes: Buffer, server: string, key: string): ServerManifest | undefined {
  if (bytes.length < PREFIX || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const listAt = PREFIX + bytes.readUInt32LE(MAGIC.length);
  const bodyAt = listAt + bytes.readUInt32LE(MAGIC.length + 4);
  if (crc32(bytes.subarray(PREFIX, bodyAt)) !== bytes.readUInt32LE(MAGIC.length + 8)) return undefined;
  const header = JSON.parse(bytes.toString('latin1', PREFIX, listAt)) as Header;
  if (header.format !== MANIFEST_FORMAT || header.server !== server || header.key !== key) return undefined;
  if (bytes.length - bodyAt !== header.bodyBytes) return undefined;
  const stored = new StoredTools(header.contents, bytes.subarray(listAt, bodyAt), bytes.subarray(bodyAt));
  const manifest: ServerManifest = {
    ...header.manifest,
    get tools() {
      return stored.parsed();
    },
  };
  rememberStoredTools(manifest, stored);
  return manifest;
}

/** ASCII only, so that the bytes can be read as latin1, which is faster than decoding UTF-8. */
function asciiJson(value: unknown): Buffer {
  return Buffer.from(asciiText(value), 'latin1');
}

function asciiText(value: unknown): string {
  return JSON.stringify(value).replace(/[^\0-~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A `ToolList`, from its parts as JSON. The field lists are ASCII only if the names of all fields are. */
function listOf(fields: readonly string[], rows: readonly string[]): Buffer {
  const names = asciiText(fields.map((list) => JSON.parse(list) as ToolList['fields'][number]));
  return Buffer.from(`{"fields":${names},"tools":[${rows.join(',')}]}`, 'latin1');
}
