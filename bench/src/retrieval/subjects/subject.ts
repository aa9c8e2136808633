import type { BenchTool } from '../bare-tool.ts';
import type { RetrievalSet } from '../sets.ts';

/** A search engine under measurement. */
export interface Subject {
  readonly name: string;
  /** Whether the subject is measured with this set; every set without this function. */
  takes?(set: RetrievalSet): boolean;
  /** Indexes a catalog. This time is measured. Models are loaded earlier, outside the measurement. */
  build(tools: readonly BenchTool[]): Promise<Searcher> | Searcher;
}

export interface Found {
  readonly id: string;
  readonly score: number;
}

export interface Searcher {
  search(query: string, limit: number): Found[] | Promise<Found[]>;
  close?(): Promise<void>;
}
