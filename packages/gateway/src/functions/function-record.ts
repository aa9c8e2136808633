import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Older versions are dropped, except the reviewed one. */
const KEPT_VERSIONS = 20;

const versionShape = z.object({
  version: z.number().int().positive(),
  /** Milliseconds since 1970. */
  at: z.number(),
  code: z.string(),
});
export type FunctionVersion = Readonly<z.infer<typeof versionShape>>;

const recordShape = z.object({
  name: z.string(),
  /** The principal that saved it first. Only this principal can save it again. */
  owner: z.string(),
  /** The oldest first; at least one. */
  versions: z.array(versionShape).min(1),
  reviewed: z.object({ version: z.number(), by: z.string(), at: z.number() }).optional(),
});

/** A saved function, as it is stored. */
export type FunctionRecord = Readonly<z.infer<typeof recordShape>>;

/** Undefined if the text is not a record. */
export function parseRecord(text: string): FunctionRecord | undefined {
  try {
    return recordShape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Names a source. The number of a version does not: a function that is removed and saved again begins with 1. */
export function sourceHash(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

export function latestOf({ versions }: FunctionRecord): FunctionVersion {
  return versions.at(-1) as FunctionVersion;
}

/** The version that a principal may use: the owner the latest, everyone else the reviewed one. */
export function versionFor(record: FunctionRecord, principal: string): FunctionVersion | undefined {
  if (record.owner === principal) return latestOf(record);
  return record.versions.find(({ version }) => version === record.reviewed?.version);
}

/** The record with a new version; the same record if the code is the same. */
export function withVersion(record: FunctionRecord, code: string, at: number): FunctionRecord {
  const latest = latestOf(record);
  if (latest.code === code) return record;
  const versions = [...record.versions, { version: latest.version + 1, at, code }];
  const kept = versions.filter(
    ({ version }, i) => i >= versions.length - KEPT_VERSIONS || version === record.reviewed?.version,
  );
  return { ...record, versions: kept };
}
