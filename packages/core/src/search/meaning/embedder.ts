/** A sentence model. One vector a text, all of one length; whoever calls it normalises them. */
export interface Embedder {
  /** Names the model and its version: vectors kept under another name are not mixed with these. */
  readonly name: string;
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[] | Float32Array)[]>;
}

/** Wraps the user's own function: an API, onnxruntime, anything that turns texts into vectors. */
export function embedderFrom(name: string, embed: Embedder['embed']): Embedder {
  return { name, embed };
}
