// Step 2: gradient descent (AdaGrad) on the vectors of word pieces, until the sum over a text has the direction of the
// teacher's vector of that text.

import { seededRandom } from './random.mjs';
import { REQUEST_PHRASES } from './request-phrases.mjs';

const STEP = 0.05;
const PHRASED_SHARE = 0.3;

/** `rows` holds the initial vectors and is changed in place. `targets` has one unit vector for each text. */
export function fit(pieces, texts, rows, targets, dimensions, epochs) {
  const encoded = texts.map((text) => Int32Array.from(pieces.encode(text, 160)));
  const phrases = REQUEST_PHRASES.map((phrase) => pieces.encode(phrase));
  const random = seededRandom(7);
  const squaredGradients = new Float32Array(rows.length);
  const order = Uint32Array.from(encoded, (_, i) => i);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffleInPlace(order, random);
    let loss = 0;
    const started = performance.now();
    for (const text of order) {
      const ids = encoded[text];
      if (ids.length === 0) continue;
      const phrase = random() < PHRASED_SHARE ? phrases[Math.floor(random() * phrases.length)] : [];
      const step = epoch === epochs - 1 ? STEP / 3 : STEP;
      loss += descend(
        [...phrase, ...ids],
        rows,
        targets.subarray(text * dimensions, (text + 1) * dimensions),
        squaredGradients,
        step,
      );
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.error(`epoch ${epoch + 1} of ${epochs}: 1 - cosine ${(loss / texts.length).toFixed(4)}, ${seconds} s`);
  }
}

function descend(ids, rows, target, squaredGradients, step) {
  const dimensions = target.length;
  const sum = new Float32Array(dimensions);
  for (const id of ids) for (let k = 0, at = id * dimensions; k < dimensions; k++, at++) sum[k] += rows[at];
  let squares = 1e-12;
  for (let k = 0; k < dimensions; k++) squares += sum[k] * sum[k];
  const norm = Math.sqrt(squares);
  let cosine = 0;
  for (let k = 0; k < dimensions; k++) cosine += (sum[k] / norm) * target[k];
  for (const id of ids) {
    for (let k = 0, at = id * dimensions; k < dimensions; k++, at++) {
      const gradient = (cosine * sum[k]) / norm - target[k];
      squaredGradients[at] += gradient * gradient;
      rows[at] -= (step * gradient) / Math.sqrt(squaredGradients[at] + 0.1);
    }
  }
  return 1 - cosine;
}

function shuffleInPlace(items, random) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const item = items[i];
    items[i] = items[j];
    items[j] = item;
  }
}
