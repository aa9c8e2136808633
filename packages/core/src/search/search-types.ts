import type { Tool } from '../catalog/tool.ts';
import type { Evidence } from './calibration.ts';
import type { Embedder } from './meaning/embedder.ts';
import type { VectorTable } from './meaning/vector-table.ts';
import type { Field } from './tool-text.ts';

/** Which way of looking found a tool, from the surest to the last resort. */
export type SearchTier = 'exact' | 'lexical' | 'typo' | 'meaning' | 'menu';

export interface SearchOptions {
  readonly limit?: number;
  readonly minScore?: number;
  readonly filter?: (tool: Tool) => boolean;
  readonly explain?: boolean;
  /** Compares every vector instead of a shortlist: slow on large catalogs, and what the quick way is measured against. */
  readonly exhaustive?: boolean;
}

/** A word of the request that speaks for the tool, where it stands, and its part of the score. */
export interface WordShare {
  readonly word: string;
  /** The term found in the tool; differs from the word where it was stemmed, corrected or replaced by a synonym. */
  readonly term: string;
  readonly via: 'word' | 'synonym' | 'typo' | 'joined';
  readonly fields: readonly Field[];
  readonly share: number;
}

/** Where the score comes from. The shares add up to it. */
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
  /** What the score was computed from; absent where nothing was: a server's listing, a bare menu. */
  readonly evidence?: Evidence;
  /** The steps a request with several was split into. */
  readonly steps: readonly string[];
}

export interface SearchHit {
  readonly tool: Tool;
  /** 0 to 1: how often a hit like this one is right. */
  readonly score: number;
  readonly tier: SearchTier;
  readonly explanation?: SearchExplanation;
}

export interface CategoryHint {
  readonly category: string;
  readonly count: number;
}

export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** False: nothing really fits; the hits are only the nearest, all of tier `menu`. */
  readonly confident: boolean;
  readonly menu: readonly CategoryHint[];
}

/** How often a tool is used, 0 to 1. Lifts close calls, never more. */
export type UsagePrior = (tool: Tool) => number;

export interface SearchEngineOptions {
  /** The static meaning tier; absent, the engine is lexical only. */
  readonly vectors?: VectorTable;
  /** The optional model; takes part once its vectors are there. */
  readonly embedder?: Embedder;
  readonly prior?: UsagePrior;
  readonly categoryDescription?: (category: string) => string | undefined;
}
