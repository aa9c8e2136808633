// Step 3: contrastive fine-tuning. A request moves towards the tools that it needs, and away from the other tools of the batch and
// from the nearest wrong tools of the same server (an action conflict, mostly: `create_issue` for `list_issues`).
import { seededRandom } from './random.mjs';

export const CONTRAST = {
  epochs: 3,
  batch: 48,
  /** Wrong tools of the same server for each request: half the nearest, half drawn from the next nearest. */
  hard: 4,
  temperature: 0.1,
  step: 0.01,
  /** How strongly a row is pulled back to where it started, at each change. */
  anchor: 0.002,
  /** Only pieces in texts of so many servers move: words of one product would otherwise only be learned by heart. */
  leastServers: 8,
};

/**
 * `rows` is changed in place. `requests` are { words, right }, `tools` are { words, server }: `words` are row numbers, and `right`
 * are indexes of `tools`.
 */
export function contrast(rows, dimensions, tools, requests, settings = CONTRAST) {
  const random = seededRandom(11);
  const state = {
    rows,
    dimensions,
    start: Float32Array.from(rows),
    squares: new Float32Array(rows.length),
    ...CONTRAST,
    ...settings,
  };
  state.moves = movable(tools, requests, rows.length / dimensions, state.leastServers);
  const order = requests.map((_, i) => i);
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    shuffle(order, random);
    const vectors = tools.map(({ words }) => embed(state, words));
    const byServer = groupByServer(tools);
    let loss = 0;
    for (let at = 0; at < order.length; at += settings.batch) {
      const batch = order.slice(at, at + settings.batch).map((i) => requests[i]);
      loss += learn(state, tools, batch, vectors, byServer, random);
    }
    if (!settings.quiet)
      console.error(`contrast ${epoch + 1} of ${settings.epochs}: loss ${(loss / order.length).toFixed(4)}`);
  }
}

/** One batch: softmax over the right tool of each request, the others' right tools and the hard ones. Returns the loss. */
function learn(state, tools, batch, vectors, byServer, random) {
  const { dimensions, temperature } = state;
  const asked = batch.map(({ words }) => embed(state, words));
  const positives = batch.map(({ right }) => right[Math.floor(random() * right.length)]);
  const shown = new Map();
  for (const tool of positives) shown.set(tool, undefined);
  const hard = batch.map(({ right }, i) => {
    const wrong = nearestWrong(
      asked[i].unit,
      right,
      byServer.get(tools[positives[i]].server),
      vectors,
      state.hard,
      random,
    );
    for (const tool of wrong) shown.set(tool, undefined);
    return wrong;
  });
  for (const tool of shown.keys())
    shown.set(tool, { ...embed(state, tools[tool].words), gradient: new Float32Array(dimensions) });
  const inBatch = [...new Set(positives)];
  let loss = 0;
  for (let i = 0; i < batch.length; i++) {
    const right = new Set(batch[i].right);
    const rivals = [positives[i], ...hard[i], ...inBatch.filter((tool) => !right.has(tool) && !hard[i].includes(tool))];
    const scores = rivals.map((tool) => dot(asked[i].unit, shown.get(tool).unit) / temperature);
    const most = Math.max(...scores);
    const weights = scores.map((score) => Math.exp(score - most));
    const sum = weights.reduce((a, b) => a + b, 0);
    loss -= Math.log(weights[0] / sum);
    asked[i].gradient = new Float32Array(dimensions);
    rivals.forEach((tool, r) => {
      const slope = (weights[r] / sum - (r === 0 ? 1 : 0)) / temperature;
      const other = shown.get(tool);
      for (let k = 0; k < dimensions; k++) {
        asked[i].gradient[k] += slope * other.unit[k];
        other.gradient[k] += slope * asked[i].unit[k];
      }
    });
  }
  batch.forEach(({ words }, i) => {
    move(state, words, asked[i]);
  });
  for (const [tool, vector] of shown) move(state, tools[tool].words, vector);
  return loss;
}

function nearestWrong(unit, right, candidates, vectors, count, random) {
  const scored = candidates
    .filter((tool) => !right.includes(tool))
    .map((tool) => ({ tool, near: dot(unit, vectors[tool].unit) }));
  scored.sort((a, b) => b.near - a.near || a.tool - b.tool);
  const nearest = scored.slice(0, Math.ceil(count / 2));
  const rest = scored.slice(nearest.length, nearest.length + 12);
  shuffle(rest, random);
  return [...nearest, ...rest.slice(0, count - nearest.length)].map(({ tool }) => tool);
}

function embed({ rows, dimensions }, words) {
  const sum = new Float32Array(dimensions);
  for (const word of words) for (let k = 0, at = word * dimensions; k < dimensions; k++, at++) sum[k] += rows[at];
  let squares = 1e-9;
  for (let k = 0; k < dimensions; k++) squares += sum[k] * sum[k];
  const norm = Math.sqrt(squares);
  for (let k = 0; k < dimensions; k++) sum[k] /= norm;
  return { unit: sum, norm };
}

/** AdaGrad on the rows of a text, with the gradient of its unit vector. */
function move({ rows, start, squares, dimensions, step, anchor, moves }, words, { unit, norm, gradient }) {
  const along = dot(gradient, unit);
  for (const word of words) {
    if (moves[word] === 0) continue;
    for (let k = 0, at = word * dimensions; k < dimensions; k++, at++) {
      const slope = (gradient[k] - along * unit[k]) / norm;
      squares[at] += slope * slope;
      rows[at] -= (step * slope) / (Math.sqrt(squares[at]) + 1e-3) + anchor * (rows[at] - start[at]);
    }
  }
}

/** 1 for each row that occurs in texts of at least `least` servers: requests for their tools, and the tools. */
function movable(tools, requests, count, least) {
  const servers = Array.from({ length: count }, () => new Set());
  const see = (words, server) => {
    for (const word of words) servers[word].add(server);
  };
  for (const { words, server } of tools) see(words, server);
  for (const { words, right } of requests) see(words, tools[right[0]].server);
  return Uint8Array.from(servers, (seen) => (seen.size >= least ? 1 : 0));
}

function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

function groupByServer(tools) {
  const groups = new Map();
  tools.forEach(({ server }, i) => {
    const group = groups.get(server) ?? [];
    group.push(i);
    groups.set(server, group);
  });
  return groups;
}

function shuffle(items, random) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
}
