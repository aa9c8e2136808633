import type { Tool } from '../catalog/tool.ts';
import type { ActionName } from './actions/action.ts';
import type { ExtraWords } from './extra-words.ts';
import type { Embedder } from './meaning/embedder.ts';
import type { VectorTable } from './meaning/vector-table.ts';
import type { Naming } from './names/exact-names.ts';
import type { Signal } from './ranker/signal-list.ts';
import type { Field } from './tool-text.ts';

/** How a tool was found, from the most to the least certain. */
export type SearchTier = 'exact' | 'lexical' | 'typo' | 'meaning' | 'menu';

export interface SearchOptions {
  readonly limit?: number;
  readonly minScore?: number;
  readonly filter?: (tool: Tool) => boolean;
  readonly explain?: boolean;
  /** Compares every vector instead of a shortlist. Slow on large catalogs; the reference for tests and benchmarks. */
  readonly exhaustive?: boolean;
}

/** A word of the query that the tool contains, the fields that contain it, and its share of the score. */
export interface WordShare {
  readonly word: string;
  /** The matched index term. Differs from the word if it was stemmed, corrected or replaced by a synonym. */
  readonly term: string;
  readonly via: 'word' | 'synonym' | 'typo' | 'joined';
  readonly fields: readonly Field[];
  readonly share: number;
}

/** How the score is composed. The shares add up to the score. */
export interface SearchExplanation {
  readonly tier: SearchTier;
  readonly words: readonly WordShare[];
  readonly shares: {
    readonly exact: number;
    readonly lexical: number;
    readonly meaning: number;
    readonly prior: number;
  };
  /** Cosine between the request and the tool, -1 to 1; absent without a vector table. */
  readonly similarity?: number;
  /** What the request asks to be done, and what the tool does; empty where unknown. Absent for the list of a server's tools. */
  readonly actions?: { readonly request: readonly ActionName[]; readonly tool: readonly ActionName[] };
  /** How the request names the tool, if it does. */
  readonly naming?: Naming;
  /** What the learned ranker read of this tool. */
  readonly signals?: Readonly<Record<Signal, number>>;
  /** The steps that the request was split into; empty for a request with one step. */
  readonly steps: readonly string[];
}

export interface SearchHit {
  readonly tool: Tool;
  /** Calibrated probability that this is the right tool, 0 to 1. */
  readonly score: number;
  readonly tier: SearchTier;
  readonly explanation?: SearchExplanation;
  /** The same tool on other servers (same name, texts and parameters), next best first. */
  readonly copies?: readonly Tool[];
}

export interface CategoryHint {
  readonly category: string;
  readonly count: number;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** False when no tool really fits. Then the hits are the nearest tools, all with tier `menu`. */
  readonly confident: boolean;
  readonly menu: readonly CategoryHint[];
  /** True if an answer is confident, and its best hit is still more likely wrong than right. */
  readonly doubtful?: boolean;
}

/** How often a tool is used, 0 to 1. Decides only between tools with almost equal scores. */
export type UsagePrior = (tool: Tool) => number;

export interface SearchEngineOptions {
  /** Word vectors for the meaning tier; without them, the engine is lexical only. */
  readonly vectors?: VectorTable;
  /** Optional sentence model. It takes part in searches once it has embedded every tool. */
  readonly embedder?: Embedder;
  readonly prior?: UsagePrior;
  readonly categoryDescription?: (category: string) => string | undefined;
  readonly extraWords?: ExtraWords;
}
