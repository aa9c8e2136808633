// Principal component analysis of the teacher's vectors. The table keeps only the strongest components.
import { seededRandom } from './random.mjs';

const ROUNDS = 40;

export function meanOf(vectors, width) {
  const rows = vectors.length / width;
  const mean = new Float64Array(width);
  for (let r = 0; r < rows; r++) for (let k = 0; k < width; k++) mean[k] += vectors[r * width + k] / rows;
  return mean;
}

/** The first `count` principal axes, by orthogonal iteration on the covariance matrix. */
export function principalAxes(vectors, width, mean, count) {
  const matrix = covariance(vectors, width, mean);
  const random = seededRandom(5);
  let axes = Array.from({ length: count }, () => Float64Array.from({ length: width }, () => random() - 0.5));
  for (let round = 0; round < ROUNDS; round++) {
    axes = orthonormal(axes.map((axis) => multiply(matrix, axis, width)));
  }
  return axes;
}

function covariance(vectors, width, mean) {
  const matrix = new Float64Array(width * width);
  const row = new Float64Array(width);
  // Every third text is enough for 384 dimensions.
  for (let start = 0; start < vectors.length; start += 3 * width) {
    for (let k = 0; k < width; k++) row[k] = vectors[start + k] - mean[k];
    for (let i = 0; i < width; i++) {
      const x = row[i];
      for (let j = i; j < width; j++) matrix[i * width + j] += x * row[j];
    }
  }
  for (let i = 0; i < width; i++) for (let j = 0; j < i; j++) matrix[i * width + j] = matrix[j * width + i];
  return matrix;
}

function multiply(matrix, axis, width) {
  const out = new Float64Array(width);
  for (let i = 0; i < width; i++) {
    let sum = 0;
    for (let j = 0; j < width; j++) sum += matrix[i * width + j] * axis[j];
    out[i] = sum;
  }
  return out;
}

function orthonormal(axes) {
  const done = [];
  for (const axis of axes) {
    for (const other of done) {
      let dot = 0;
      for (let k = 0; k < axis.length; k++) dot += axis[k] * other[k];
      for (let k = 0; k < axis.length; k++) axis[k] -= dot * other[k];
    }
    const norm = Math.hypot(...axis) || 1;
    for (let k = 0; k < axis.length; k++) axis[k] /= norm;
    done.push(axis);
  }
  return done;
}

export function project(vectors, width, mean, axes, { unit }) {
  const rows = vectors.length / width;
  const count = axes.length;
  const out = new Float32Array(rows * count);
  const row = new Float64Array(width);
  for (let r = 0; r < rows; r++) {
    for (let k = 0; k < width; k++) row[k] = vectors[r * width + k] - mean[k];
    let squares = 0;
    for (let a = 0; a < count; a++) {
      const axis = axes[a];
      let sum = 0;
      for (let k = 0; k < width; k++) sum += row[k] * axis[k];
      out[r * count + a] = sum;
      squares += sum * sum;
    }
    if (unit) for (let a = 0; a < count; a++) out[r * count + a] /= Math.sqrt(squares) || 1;
  }
  return out;
}
