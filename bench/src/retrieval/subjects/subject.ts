import type { BenchTool } from '../bare-tool.ts';

/** A search engine under measurement. */
export interface Subject {
  readonly name: string;
  /** Indexes a catalog. This time is measured. Models are loaded earlier, outside the measurement. */
  build(tools: readonly BenchTool[]): Promise<Searcher> | Searcher;
}

export interface Found {
  readonly id: string;
  readonly score: number;
}

export interface Searcher {
  search(query: string, limit: number): Found[] | Promise<Found[]>;
}
