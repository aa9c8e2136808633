import type { JsonObject } from '@foldout/core';

export type Era = 'modern' | 'legacy';

/** Name, capabilities and lists of an upstream, as it last reported them. Stored on disk for the next start. */
export interface ServerManifest {
  readonly server: { readonly name: string; readonly version: string };
  readonly instructions?: string | undefined;
  readonly era: Era;
  /** The answer of a modern server to `server/discover`. With it, the next connection skips that request. */
  readonly discover?: JsonObject | undefined;
  /** When the era was last detected, in milliseconds since 1970. */
  readonly probedAt?: number | undefined;
  readonly capabilities: JsonObject;
  /** Unchecked definitions, as the server sent them. */
  readonly tools: readonly unknown[];
  readonly prompts: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  /** The entries of the skills extension (SEP-2640). Absent in a manifest of an earlier version. */
  readonly skills?: readonly JsonObject[] | undefined;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** Stores manifests by server name. The key (`manifestKey`) identifies the configured server without its secrets. */
export interface ManifestStore {
  /** Undefined if no intact manifest is stored under that name and key. Never throws. */
  load(server: string, key: string): ServerManifest | undefined;
  /** Never rejects: if the disk is full, the manifest is not stored and the gateway continues. */
  save(server: string, key: string, manifest: ServerManifest): Promise<void>;
  forget(server: string): Promise<void>;
}
