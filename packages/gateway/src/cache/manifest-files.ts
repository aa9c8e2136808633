import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stepsInSlices } from '@foldout/core/internal';
import type { Log } from '../logging/log.ts';
import { errorCode, fileNameOf, removeAbandoned, writePrivateFile } from '../state/private-files.ts';
import type { ManifestStore, ServerManifest } from './manifest.ts';
import { readManifest, writeManifest } from './manifest-format.ts';

export interface ManifestFilesOptions {
  readonly folder: string;
  readonly log?: Log | undefined;
}

/** Manifests on disk, one file per server. Gateways may share the folder: files are replaced atomically. */
export class ManifestFiles implements ManifestStore {
  readonly #folder: string;
  readonly #log: Log | undefined;
  /** Pending writes by file. Writes of one file run in order, so that the last saved manifest ends up on disk. */
  readonly #writing = new Map<string, Promise<void>>();
  #warned = false;
  #abandonedRemoved: Promise<void> | undefined;

  constructor({ folder, log }: ManifestFilesOptions) {
    this.#folder = folder;
    this.#log = log;
  }

  load(server: string, key: string): ServerManifest | undefined {
    try {
      const manifest = readManifest(readFileSync(this.#fileOf(server)), server, key);
      return manifest && isManifest(manifest) ? manifest : undefined;
    } catch {
      return undefined;
    }
  }

  save(server: string, key: string, manifest: ServerManifest): Promise<void> {
    return this.#inTurn(server, async (file) => {
      this.#abandonedRemoved ??= removeAbandoned(this.#folder);
      await this.#abandonedRemoved;
      await writePrivateFile(file, await stepsInSlices(writeManifest(server, key, manifest)));
    });
  }

  forget(server: string): Promise<void> {
    return this.#inTurn(server, (file) => rm(file, { force: true }));
  }

  async #inTurn(server: string, change: (file: string) => Promise<void>): Promise<void> {
    const file = this.#fileOf(server);
    const turn = (this.#writing.get(file) ?? Promise.resolve()).then(() => change(file)).catch(this.#warnOnce);
    this.#writing.set(file, turn);
    await turn;
    if (this.#writing.get(file) === turn) this.#writing.delete(file);
  }

  readonly #warnOnce = (error: unknown): void => {
    if (this.#warned) return;
    this.#warned = true;
    const why = errorCode(error) ?? 'the tool list cannot be serialized as JSON';
    this.#log?.warn(
      `The catalog cache cannot be written to ${this.#folder} (${why}): the next start asks all servers again. ` +
        'Check that the folder is writable, or set stateFolder to another folder.',
    );
  };

  #fileOf(server: string): string {
    return join(this.#folder, `${fileNameOf(server)}.manifest`);
  }
}

function isManifest(value: ServerManifest): boolean {
  const { server, era, capabilities, prompts, resources, resourceTemplates, skills = [], fetchedAt } = value;
  return (
    typeof server?.name === 'string' &&
    typeof server.version === 'string' &&
    (era === 'modern' || era === 'legacy') &&
    typeof capabilities === 'object' &&
    capabilities !== null &&
    [prompts, resources, resourceTemplates, skills].every(Array.isArray) &&
    typeof fetchedAt === 'number'
  );
}
