import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Embedder } from '../meaning/embedder.ts';

/** Caches every vector on disk, in a file named by the SHA-256 of model name and text. */
export function cachedEmbedder(embedder: Embedder, folder: string): Embedder {
  const fileOf = (text: string) => {
    const hash = createHash('sha256').update(`${embedder.name}\n${text}`).digest('hex');
    return join(folder, hash.slice(0, 2), `${hash.slice(2)}.f32`);
  };
  return {
    name: embedder.name,
    async embed(texts, signal) {
      const vectors = await Promise.all(texts.map((text) => read(fileOf(text))));
      const missing = texts.flatMap((text, i) => (vectors[i] ? [] : [{ text, i }]));
      if (missing.length === 0) return vectors.filter((vector) => vector !== undefined);
      const made = await embedder.embed(
        missing.map(({ text }) => text),
        signal,
      );
      await Promise.all(
        missing.map(async ({ text, i }, at) => {
          const vector = Float32Array.from(made[at] ?? []);
          vectors[i] = vector;
          await write(fileOf(text), vector);
        }),
      );
      return vectors.filter((vector) => vector !== undefined);
    },
  };
}

async function read(file: string): Promise<Float32Array | undefined> {
  try {
    const bytes = await readFile(file);
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  } catch {
    return undefined;
  }
}

/** Ignores errors: without the cache, the vector is computed again. */
async function write(file: string, vector: Float32Array): Promise<void> {
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(unfinished, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    await rename(unfinished, file);
  } catch {}
}
