import { overlayTool } from '../catalog/overlay.ts';
import type { Tool } from '../catalog/tool.ts';
import { SearchEngine } from '../search/search-engine.ts';
import type { SearchEngineOptions } from '../search/search-types.ts';
import { forEachPaced } from './paced.ts';
import { type Paraphrases, paraphrasesOf } from './paraphrases.ts';
import { type Proposal, proposalFor } from './propose-overlay.ts';

/** An overlay that makes a tool easier to find, with the share of held-out requests that find it before and after. */
export interface Improvement {
  readonly tool: Tool;
  readonly overlay: Proposal;
  readonly before: number;
  readonly after: number;
  /** Held-out requests that were measured. */
  readonly requests: number;
}

export interface ImprovementReport {
  readonly improvements: readonly Improvement[];
  /** Recall@5 of held-out requests: of the tools with an improvement, and of all others. */
  readonly touched: Recall;
  readonly others: Recall;
  /** Proposals that were dropped, because they did not help their tool or harmed another one. */
  readonly dropped: number;
}

interface Recall {
  readonly tools: number;
  readonly requests: number;
  readonly before: number;
  readonly after: number;
}

export interface ImproveOptions {
  /** The search that is judged: its vectors and extra words. */
  readonly search: Omit<SearchEngineOptions, 'embedder' | 'prior'>;
  /** Requests that ended in a call of the tool, or that a model wrote for it. */
  readonly said?: (tool: Tool) => readonly string[];
  /** Proposes only for these tools; all tools are measured. Default: all. */
  readonly only?: (tool: Tool) => boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

/** A request finds its tool if the tool is among this many hits. */
const FOUND_WITHIN = 5;

/**
 * Proposes overlays for tools that their own paraphrases do not find, and keeps those that help. Every proposal is indexed,
 * and all held-out requests of the whole catalog are asked before and after: a proposal is dropped if its own tool is found
 * no more often than before, or if another tool is found less often because of it.
 */
export async function improveTools(
  tools: readonly Tool[],
  { search, said = () => [], only = () => true, onProgress }: ImproveOptions,
): Promise<ImprovementReport> {
  const judged = tools.filter(({ enabled }) => enabled);
  // In slices, as all that follows: a gateway answers its clients meanwhile.
  const { engine: index, loaded } = SearchEngine.begin(new Uint8Array(), judged, search);
  await loaded;
  const asked = new Map<Tool, Paraphrases>();
  await forEachPaced(judged, (tool) => void asked.set(tool, paraphrasesOf(tool, said(tool))));
  const trial = new Trial(index, asked);
  const total = judged.length * 2;
  const step = (done: number) => onProgress?.(Math.min(done, total), total);
  const proposals = new Map<Tool, Proposal>();
  await forEachPaced(judged, (tool, at) => {
    const missed = trial.measureBefore(tool);
    const proposal = only(tool) ? proposalFor(tool, missed) : undefined;
    if (proposal) proposals.set(tool, proposal);
    step(at);
  });
  const proposed = proposals.size;
  for (const [tool, proposal] of proposals) index.upsert(overlayTool(tool, proposal));
  // Each round drops at least one proposal, or is the last.
  for (let round = 1, again = new Set(judged); again.size > 0; round += 1) {
    await forEachPaced([...again], (tool, at) => {
      trial.measureAfter(tool);
      if (round === 1) step(judged.length + at);
    });
    const harmful = trial.harmful(proposals);
    for (const tool of harmful) {
      proposals.delete(tool);
      index.upsert(tool);
    }
    again = trial.touchedBy(harmful);
  }
  return report(trial, judged, proposals, proposed);
}

/** What the held-out requests of every tool find, before and after the proposals. */
class Trial {
  readonly #index: SearchEngine;
  readonly #asked: ReadonlyMap<Tool, Paraphrases>;
  readonly #byId: ReadonlyMap<string, Tool>;
  readonly before = new Map<Tool, number>();
  readonly after = new Map<Tool, number>();
  /** Tool → the tools above the bound in the answers to its held-out requests. */
  readonly #seen = new Map<Tool, ReadonlySet<string>>();

  constructor(index: SearchEngine, asked: ReadonlyMap<Tool, Paraphrases>) {
    this.#index = index;
    this.#asked = asked;
    this.#byId = new Map([...asked.keys()].map((tool) => [tool.id, tool]));
  }

  requestsOf(tool: Tool): Paraphrases {
    return this.#asked.get(tool) as Paraphrases;
  }

  /** Returns the known requests that do not find the tool. */
  measureBefore(tool: Tool): string[] {
    const { known, heldOut } = this.requestsOf(tool);
    this.before.set(tool, heldOut.filter((request) => this.#find(request).has(tool.id)).length);
    return known.filter((request) => !this.#find(request).has(tool.id));
  }

  measureAfter(tool: Tool): void {
    const answers = this.requestsOf(tool).heldOut.map((request) => this.#find(request));
    this.after.set(tool, answers.filter((found) => found.has(tool.id)).length);
    this.#seen.set(tool, new Set(answers.flatMap((found) => [...found])));
  }

  /** Tools whose proposals do not help them, or push another tool out of an answer. */
  harmful(proposals: ReadonlyMap<Tool, Proposal>): ReadonlySet<Tool> {
    const dropped = new Set<Tool>();
    for (const tool of proposals.keys()) if (this.#change(tool) <= 0) dropped.add(tool);
    for (const tool of this.#asked.keys()) {
      if (this.#change(tool) >= 0) continue;
      for (const id of this.#seen.get(tool) ?? []) {
        const rival = this.#byId.get(id);
        if (rival && rival !== tool && proposals.has(rival)) dropped.add(rival);
      }
    }
    return dropped;
  }

  /** Tools whose answers may change when these proposals go. */
  touchedBy(dropped: ReadonlySet<Tool>): Set<Tool> {
    const touched = new Set(dropped);
    if (dropped.size === 0) return touched;
    for (const [tool, seen] of this.#seen) if ([...dropped].some(({ id }) => seen.has(id))) touched.add(tool);
    return touched;
  }

  #change(tool: Tool): number {
    return (this.after.get(tool) ?? 0) - (this.before.get(tool) ?? 0);
  }

  #find(request: string): Set<string> {
    const { hits } = this.#index.search(request, { limit: FOUND_WITHIN });
    // The same tool on another server shares a hit, and is found with it.
    return new Set(hits.flatMap(({ tool, copies = [] }) => [tool.id, ...copies.map(({ id }) => id)]));
  }
}

function report(
  trial: Trial,
  judged: readonly Tool[],
  proposals: ReadonlyMap<Tool, Proposal>,
  proposed: number,
): ImprovementReport {
  const counted = (tool: Tool) => trial.requestsOf(tool).heldOut.length;
  const recall = (tools: readonly Tool[]): Recall => {
    const requests = sum(tools.map(counted));
    const share = (found: ReadonlyMap<Tool, number>) =>
      requests === 0 ? 1 : sum(tools.map((tool) => found.get(tool) ?? 0)) / requests;
    return { tools: tools.length, requests, before: share(trial.before), after: share(trial.after) };
  };
  const improvements = [...proposals].map(([tool, overlay]): Improvement => {
    const { before, after } = recall([tool]);
    return { tool, overlay, before, after, requests: counted(tool) };
  });
  return {
    improvements,
    touched: recall([...proposals.keys()]),
    others: recall(judged.filter((tool) => !proposals.has(tool))),
    dropped: proposed - proposals.size,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
