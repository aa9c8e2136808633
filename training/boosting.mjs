// Gradient-boosted trees in plain JavaScript: deterministic, with monotone constraints. Used by rank.mjs.
const BINS = 48;

/** Thresholds that split the values of each signal into bins of about equal size. */
export function binsOf(rows, width) {
  const count = rows.length / width;
  const step = Math.max(1, Math.floor(count / 50_000));
  return Array.from({ length: width }, (_, signal) => {
    const values = [];
    for (let r = 0; r < count; r += step) values.push(rows[r * width + signal]);
    values.sort((a, b) => a - b);
    const distinct = [...new Set(values)];
    if (distinct.length <= BINS) return distinct.slice(1).map((value, i) => (value + distinct[i]) / 2);
    // Half of the bins by rank, half by value: most values of a sparse signal are the same.
    const wanted = new Set();
    for (let bin = 1; bin < BINS; bin++) {
      wanted.add(values[Math.floor((bin * values.length) / BINS)]);
      wanted.add(distinct[Math.floor((bin * distinct.length) / BINS)]);
    }
    const chosen = [...wanted].sort((a, b) => a - b);
    return chosen.slice(1).map((value, i) => (value + chosen[i]) / 2);
  }).map((thresholds) => [...new Set(thresholds.map((value) => Number(value.toPrecision(4))))]);
}

export function binned(rows, width, bins) {
  const count = rows.length / width;
  const columns = bins.map(() => new Uint8Array(count));
  for (let r = 0; r < count; r++) {
    for (let signal = 0; signal < width; signal++) {
      const value = rows[r * width + signal];
      const thresholds = bins[signal];
      let low = 0;
      let high = thresholds.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (value > thresholds[middle]) low = middle + 1;
        else high = middle;
      }
      columns[signal][r] = low;
    }
  }
  return columns;
}

/**
 * One tree of the given depth that fits `gradients` (Newton step). `monotone[signal]`: 1 if the score must not fall with
 * the signal, -1 if it must not rise. Nodes without a useful split send every row to the left.
 */
export function growTree(columns, bins, gradients, hessians, { depth, monotone, leastHessian, ridge, rate, allowed }) {
  const count = gradients.length;
  const nodes = 2 ** depth - 1;
  const signals = new Array(nodes).fill(0);
  const thresholds = new Array(nodes).fill(Number.POSITIVE_INFINITY);
  const leaves = new Array(nodes + 1).fill(0);
  const at = new Int32Array(count);
  const bounds = new Array(2 * nodes + 1);
  bounds[0] = [-Infinity, Infinity];
  const value = (g, h) => g / (h + ridge);
  const within = (number, [low, high]) => Math.min(high, Math.max(low, number));
  for (let level = 0; level < depth; level++) {
    const first = 2 ** level - 1;
    const width = 2 ** level;
    const histograms = columns.map((_, signal) =>
      allowed && !allowed.has(signal) ? undefined : new Float64Array(width * (bins[signal].length + 1) * 2),
    );
    for (const [signal, column] of columns.entries()) {
      const histogram = histograms[signal];
      if (!histogram) continue;
      const size = bins[signal].length + 1;
      for (let r = 0; r < count; r++) {
        const bin = ((at[r] - first) * size + column[r]) * 2;
        histogram[bin] += gradients[r];
        histogram[bin + 1] += hessians[r];
      }
    }
    const splits = new Array(width);
    for (let node = 0; node < width; node++) {
      const bound = bounds[first + node];
      let best = { gain: 1e-9, signal: -1, bin: -1, left: 0, right: 0 };
      for (const [signal, histogram] of histograms.entries()) {
        if (!histogram) continue;
        const size = bins[signal].length + 1;
        const from = node * size * 2;
        let g = 0;
        let h = 0;
        for (let bin = 0; bin < size; bin++) {
          g += histogram[from + bin * 2];
          h += histogram[from + bin * 2 + 1];
        }
        const parent = within(value(g, h), bound);
        const scoreOf = (w, gradient, hessian) => 2 * w * gradient - w * w * (hessian + ridge);
        const base = scoreOf(parent, g, h);
        let gl = 0;
        let hl = 0;
        for (let bin = 0; bin + 1 < size; bin++) {
          gl += histogram[from + bin * 2];
          hl += histogram[from + bin * 2 + 1];
          if (hl < leastHessian || h - hl < leastHessian) continue;
          const left = within(value(gl, hl), bound);
          const right = within(value(g - gl, h - hl), bound);
          const direction = monotone[signal];
          if (direction !== 0 && direction * (right - left) < 0) continue;
          const gain = scoreOf(left, gl, hl) + scoreOf(right, g - gl, h - hl) - base;
          if (gain > best.gain) best = { gain, signal, bin, left, right };
        }
        if (best.signal < 0) best = { ...best, left: parent, right: parent };
      }
      splits[node] = best;
      const [low, high] = bound;
      const middle = (best.left + best.right) / 2;
      const direction = best.signal < 0 ? 0 : monotone[best.signal];
      bounds[2 * (first + node) + 1] =
        direction > 0 ? [low, Math.min(high, middle)] : direction < 0 ? [Math.max(low, middle), high] : bound;
      bounds[2 * (first + node) + 2] =
        direction > 0 ? [Math.max(low, middle), high] : direction < 0 ? [low, Math.min(high, middle)] : bound;
      if (best.signal >= 0) {
        signals[first + node] = best.signal;
        thresholds[first + node] = bins[best.signal][best.bin];
      }
    }
    for (let r = 0; r < count; r++) {
      const node = at[r] - first;
      const { signal, bin } = splits[node];
      at[r] = 2 * at[r] + (signal >= 0 && columns[signal][r] > bin ? 2 : 1);
    }
  }
  const g = new Float64Array(nodes + 1);
  const h = new Float64Array(nodes + 1);
  for (let r = 0; r < count; r++) {
    g[at[r] - nodes] += gradients[r];
    h[at[r] - nodes] += hessians[r];
  }
  for (let leaf = 0; leaf <= nodes; leaf++) {
    leaves[leaf] = Number((rate * within(value(g[leaf], h[leaf]), bounds[nodes + leaf])).toFixed(4));
  }
  return { signals, thresholds, leaves, leafOf: (r) => at[r] - nodes };
}

/** The text that `parseTrees` of the engine reads. */
export function treesText(trees) {
  return trees
    .map(({ signals, thresholds, leaves }) =>
      [
        ...signals.map(
          (signal, n) => `${signal}:${Number.isFinite(thresholds[n]) ? short(thresholds[n]) : 'Infinity'}`,
        ),
        ...leaves.map(short),
      ].join(' '),
    )
    .join('\n');
}

function short(number) {
  return String(number).replace(/^(-?)0\./, '$1.');
}
