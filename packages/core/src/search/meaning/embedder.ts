/** A sentence model. Returns one vector per text, all of the same length; the caller normalizes them. */
export interface Embedder {
  /** Name and version of the model. Part of the cache key of its vectors. */
  readonly name: string;
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[] | Float32Array)[]>;
}

/** Wraps the user's own function: an API, onnxruntime, anything that turns texts into vectors. */
export function embedderFrom(name: string, embed: Embedder['embed']): Embedder {
  return { name, embed };
}
