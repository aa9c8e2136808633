import type { BenchTool } from '../bare-tool.ts';

/** A search engine under measurement. */
export interface Subject {
  readonly name: string;
  /** Indexes a catalog. Not timed: what comes before the first tool, such as reading a model. */
  build(tools: readonly BenchTool[]): Promise<Searcher> | Searcher;
}

export interface Found {
  readonly id: string;
  readonly score: number;
}

export interface Searcher {
  search(query: string, limit: number): Found[] | Promise<Found[]>;
}
