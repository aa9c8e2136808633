import type { JsonObject } from '@foldout/core';

export type Era = 'modern' | 'legacy';

/** What an upstream said about itself when it was last asked. Kept on disk, so that it need not be asked again. */
export interface ServerManifest {
  readonly server: { readonly name: string; readonly version: string };
  readonly instructions?: string | undefined;
  readonly era: Era;
  /** The answer to `server/discover` of a modern server, to connect without asking again. */
  readonly discover?: JsonObject | undefined;
  /** When the era was last found out by asking, in milliseconds since 1970. */
  readonly probedAt?: number | undefined;
  readonly capabilities: JsonObject;
  /** As the server sent them, not checked: `toolFromDefinition` reads them. */
  readonly tools: readonly unknown[];
  readonly prompts: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly resourceTemplates: readonly JsonObject[];
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** Keeps manifests. The key says what they belong to: a server's configuration without its secrets. */
export interface ManifestStore {
  /** Undefined where nothing is kept under that name and key, or what is kept cannot be read. Never throws. */
  load(server: string, key: string): ServerManifest | undefined;
  /** Never throws: a full disk costs the cache, not the call. */
  save(server: string, key: string, manifest: ServerManifest): Promise<void>;
  forget(server: string): Promise<void>;
}
