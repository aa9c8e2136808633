import type { Tool } from '../catalog/tool.ts';
import { type ExtraWords, NO_EXTRA_WORDS } from './extra-words.ts';
import { termsOfTool } from './lexical/bm25f.ts';
import { LexicalIndex } from './lexical/lexical-index.ts';
import { NearTerms } from './lexical/near-terms.ts';
import type { JoinedEntries, JoinedPostings } from './lexical/saved-entries.ts';
import { meaningText } from './meaning/meaning-text.ts';
import { QueryVector } from './meaning/query-vector.ts';
import { type JoinedVectors, VectorStore } from './meaning/vector-store.ts';
import type { VectorTable } from './meaning/vector-table.ts';
import { ExactNames, type SavedNames } from './names/exact-names.ts';
import type { Lexicon } from './query.ts';
import { SlotSet } from './slot-set.ts';
import { stemWord } from './text/stem-word.ts';
import { type LaterTools, ToolSlots } from './tool-slots.ts';
import { type ToolText, textOfTool } from './tool-text.ts';
import { type SavedTraits, ToolTraits } from './tool-traits.ts';

/** Number of tools to embed before yielding to the event loop. */
const SLICE = 200;

/** If more than this many other tools mention a tool name, the name counts as an ordinary word. */
const OTHER_MENTIONS = 5;

/** The index of all tools as a snapshot stores it, by slot. */
export interface SavedTools {
  readonly ids: readonly string[];
  readonly names: SavedNames;
  readonly entries: JoinedEntries;
  readonly postings: JoinedPostings;
  readonly vectors: JoinedVectors;
  readonly traits: SavedTraits;
}

/** All indexes of the engine. A tool is in all of them or in none. */
export class ToolIndex {
  readonly slots = new ToolSlots();
  readonly lexical = new LexicalIndex();
  readonly traits = new ToolTraits();
  readonly names = new ExactNames({
    toolAt: (slot) => this.slots.toolAt(slot),
    // A word is only a name when the vector table does not know it and few other tools mention it.
    isOnlyAName: (word, named) =>
      this.#table !== undefined &&
      !this.#table.knows(word) &&
      this.lexical.documentFrequency(stemWord(word)) <= named + OTHER_MENTIONS,
  });
  /** Scratch buffer of a search: the candidates found so far. */
  readonly found = new SlotSet();
  /** Scratch buffers of a search: the vector of the query, and one for each of its steps. */
  #queries: QueryVector[] = [];
  readonly #near = new NearTerms();
  readonly #categoryDescription: (category: string) => string | undefined;
  readonly #extraWords: ExtraWords;
  #table: VectorTable | undefined;
  #store: VectorStore | undefined;
  #storeIsReady = false;

  constructor(
    categoryDescription: (category: string) => string | undefined = () => undefined,
    extraWords: ExtraWords = NO_EXTRA_WORDS,
  ) {
    this.#categoryDescription = categoryDescription;
    this.#extraWords = extraWords;
  }

  get table(): VectorTable | undefined {
    return this.#storeIsReady ? this.#table : undefined;
  }

  get vectors(): VectorStore | undefined {
    return this.#storeIsReady ? this.#store : undefined;
  }

  readonly lexicon: Lexicon = {
    documentFrequency: (term) => this.lexical.documentFrequency(term),
    near: (word, term) => {
      // A word of the vocabulary is not a typing error, even if no tool contains it. A correction would only add noise.
      if (this.#table?.knows(word)) return [];
      return this.#near.find(term, word, this.lexical.terms, (near) => this.lexical.documentFrequency(near));
    },
  };

  /** Whether a tool contains this word, in any form of it. */
  readonly knows = (word: string): boolean => this.lexical.documentFrequency(stemWord(word)) > 0;

  /** The vector of a query (`step` 0) or of one of its steps; valid until the next search. Undefined without a vector table. */
  queryVectorOf(text: string, step = 0): QueryVector | undefined {
    const { table } = this;
    if (!table) return undefined;
    while (this.#queries.length <= step) this.#queries.push(new QueryVector(table.dimensions));
    const query = this.#queries[step] as QueryVector;
    table.embed(text, query.unit);
    return query.prepare();
  }

  categoryText(category: string): string {
    return this.#categoryDescription(category) ?? '';
  }

  extraText(tool: Tool): string {
    return this.#extraWords.of(tool);
  }

  textOf(tool: Tool): ToolText {
    return textOfTool(tool, this.categoryText(tool.category), this.extraText(tool));
  }

  upsert(tool: Tool): number {
    const slot = this.place(tool);
    const text = this.textOf(tool);
    const { weights, fields } = termsOfTool(text);
    this.lexical.add(slot, weights, fields);
    this.#embed(slot, text);
    return slot;
  }

  /** Gives a tool its slot and indexes its names. The caller adds the terms and the vector. */
  place(tool: Tool, nameKeys?: readonly string[]): number {
    this.remove(tool.id);
    const slot = this.slots.put(tool);
    this.names.add(slot, tool, nameKeys);
    this.traits.add(slot, tool);
    return slot;
  }

  remove(id: string): void {
    const slot = this.slots.slotOf(id);
    const tool = slot === undefined ? undefined : this.slots.toolAt(slot);
    if (slot === undefined || tool === undefined) return;
    this.names.remove(slot, tool);
    this.traits.remove(tool);
    this.lexical.remove(slot);
    this.#store?.remove(slot);
    this.slots.remove(id);
  }

  /** Restores all tools of a snapshot, starting at slot 0. Call it on an empty index only. */
  restore(tools: readonly Tool[] | LaterTools, { ids, names, entries, postings, vectors, traits }: SavedTools): void {
    if ('categories' in tools) this.slots.restore(ids, tools);
    else for (const tool of tools) this.slots.put(tool);
    this.names.restore(names);
    this.traits.restore(traits);
    this.lexical.restoreEntries(entries, postings);
    this.#store?.fill(vectors);
  }

  /** Turns on the meaning tier: embeds every tool before it returns, or uses the vectors in `store`. */
  useTable(table: VectorTable, store?: VectorStore): void {
    this.#startTable(table, store);
    if (!store) for (const [slot, tool] of this.slots.entries()) this.#embed(slot, this.textOf(tool));
    this.#storeIsReady = true;
  }

  /** Turns on the meaning tier: embeds the tools in slices. Until the last slice, searches run without it. */
  async useTableInSlices(table: VectorTable): Promise<void> {
    const store = this.#startTable(table);
    let embedded = 0;
    for (const [slot, tool] of [...this.slots.entries()]) {
      if (this.#store !== store) return;
      // A tool that was added or changed between two slices was embedded by `upsert`.
      if (this.slots.toolAt(slot) === tool && !store.has(slot)) this.#embed(slot, this.textOf(tool));
      if (++embedded % SLICE === 0) await nextTurn();
    }
    if (this.#store === store) this.#storeIsReady = true;
  }

  #startTable(table: VectorTable, store = new VectorStore(table.dimensions)): VectorStore {
    this.#table = table;
    this.#store = store;
    this.#queries = [];
    this.#storeIsReady = false;
    return store;
  }

  #embed(slot: number, text: ToolText): void {
    if (this.#table && this.#store) this.#store.set(slot, this.#table.embed(meaningText(text)));
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
