// The signals of the candidates of requests, as the engine measures them: the rows that the ranker is trained on.
import { measureRequest } from '../packages/core/dist/search/measure-request.js';
import { SIGNAL_COUNT } from '../packages/core/dist/search/ranker/signal-list.js';
import { splitWords } from '../packages/core/dist/search/text/split-words.js';
import { stemWord } from '../packages/core/dist/search/text/stem-word.js';
import { ToolIndex } from '../packages/core/dist/search/tool-index.js';

export function indexOf(tools, vectors) {
  const index = new ToolIndex();
  for (const tool of tools) index.upsert(tool);
  if (vectors) index.useTable(vectors);
  return index;
}

const SETTINGS = { limit: 10, minScore: 0, explain: false, exhaustive: false, accepts: undefined };

/** The ranked candidates of a request: ids, and the signals of each. */
export function measured(index, query) {
  const words = splitWords(query);
  if (index.names.ofServer(query, words).length > 0) return undefined;
  const exact = index.names.named(query, words);
  const { ranked, asked } = measureRequest({ index }, { text: query, words, exact }, SETTINGS);
  const rows = ranked.hits.filter(({ signalsAt }) => signalsAt >= 0);
  const signals = rows.map(({ signalsAt }) => ranked.signals.slice(signalsAt, signalsAt + SIGNAL_COUNT));
  return { ranked, rows, signals, asked, tools: rows.map(({ slot }) => index.slots.toolAt(slot)) };
}

/**
 * One training group: a request with its candidates. A tool of another server with nearly the same name as a right one is
 * left out unless the request names the server: it is probably right too, and nobody labeled it.
 */
export function groupOf(index, { query, relevant, weight = 1 }) {
  const found = measured(index, query);
  if (!found) return undefined;
  const right = new Set(relevant);
  const names = relevant.map((id) => namesOf(index, id)).filter(Boolean);
  const rows = [];
  const labels = [];
  const fused = [];
  for (const [i, tool] of found.tools.entries()) {
    const isRight = right.has(tool.id);
    const twin =
      !isRight &&
      found.asked.apps.best < 0.5 &&
      names.some((one) => one.server !== tool.server && overlap(one.stems, stemsOf(tool)) >= 0.6);
    if (twin) continue;
    rows.push(...found.signals[i]);
    labels.push(isRight ? 1 : 0);
    fused.push(found.rows[i].total);
  }
  return { rows, labels, fused, weight, count: labels.length, relevant: relevant.length, width: SIGNAL_COUNT };
}

function namesOf(index, id) {
  const slot = index.slots.slotOf(id);
  const tool = slot === undefined ? undefined : index.slots.toolAt(slot);
  return tool && { server: tool.server, stems: stemsOf(tool) };
}

function stemsOf({ server, name }) {
  const own = new Set(splitWords(server).map(stemWord));
  return new Set(
    splitWords(name)
      .map(stemWord)
      .filter((stem) => !own.has(stem)),
  );
}

function overlap(one, other) {
  let both = 0;
  for (const stem of one) if (other.has(stem)) both++;
  return both / Math.max(1, one.size + other.size - both);
}

/** Whether two tools of different servers have nearly the same name, and so probably the same use. */
export function isTwin(one, other) {
  return overlap(stemsOf({ server: '', name: one }), stemsOf({ server: '', name: other })) >= 0.5;
}
