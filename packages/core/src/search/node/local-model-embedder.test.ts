import { afterEach, describe, expect, it } from 'vitest';
import { type LocalModel, localModelEmbedder, threadedEmbedder } from './local-model-embedder.ts';

const opened: LocalModel[] = [];
afterEach(async () => {
  for (const model of opened.splice(0)) await model.close();
});

function closedLater<Model extends LocalModel | undefined>(model: Model): Model {
  if (model) opened.push(model);
  return model;
}

/** A fake of the model package with the same interface. */
function standIn(embed: string, weights = 'export default 3'): LocalModel {
  const engine = `export async function createEmbedder({ model }) { return { embed: async ([text]) => { ${embed} } }; }`;
  const url = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
  return closedLater(threadedEmbedder('stand-in', { engine: url(engine), weights: url(weights) }));
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, left, right] = [0, 0, 0];
  for (let k = 0; k < a.length; k++) {
    dot += (a[k] ?? 0) * (b[k] ?? 0);
    left += (a[k] ?? 0) ** 2;
    right += (b[k] ?? 0) ** 2;
  }
  return dot / Math.sqrt(left * right);
}

describe('the local model', () => {
  it('gives texts with similar meanings similar vectors', async () => {
    const model = closedLater(localModelEmbedder());
    if (!model) throw new Error('@lat.md/embed and its weights are development dependencies: run npm ci.');
    const [bug, issue, weather] = await model.embed(['file a bug', 'create an issue', 'weather in Paris']);
    expect(bug).toHaveLength(384);
    expect(cosine(bug ?? [], issue ?? [])).toBeGreaterThan(cosine(bug ?? [], weather ?? []) + 0.1);
  }, 30_000);
});

describe('a model in a worker thread', () => {
  it('returns the vectors in order, to the request that asked for them', async () => {
    const model = standIn('return [[text.length, model]];');
    const [first, second] = await Promise.all([model.embed(['a', 'bbb']), model.embed(['cc'])]);
    expect(first).toEqual([
      [1, 3],
      [3, 3],
    ]);
    expect(second).toEqual([[2, 3]]);
  });

  it('rejects with the reason, and serves the next request', async () => {
    const model = standIn('if (text === "bad") throw new Error("no such word"); return [[1]];');
    await expect(model.embed(['bad'])).rejects.toThrow('The embedding model failed: Error: no such word');
    expect(await model.embed(['good'])).toEqual([[1]]);
  });

  it('rejects when the model cannot be loaded', async () => {
    await expect(standIn('return [[1]];', 'throw new Error("broken weights")').embed(['a'])).rejects.toThrow(
      'broken weights',
    );
  });

  it('rejects open requests when its thread exits', async () => {
    await expect(standIn('process.exit(3);').embed(['a'])).rejects.toThrow(
      'The worker thread of the embedding model exited.',
    );
  });

  it('rejects open requests when it is closed, and starts again on the next request', async () => {
    const model = standIn('return text === "never" ? new Promise(() => {}) : [[1]];');
    const asked = model.embed(['never']);
    const closed = model.close();
    await expect(asked).rejects.toThrow('The embedding model was closed.');
    // The old thread has not exited yet when this request starts. Its exit must not reject the request.
    const again = model.embed(['a']);
    await closed;
    expect(await again).toEqual([[1]]);
  });
});
