import type { Tool } from '../catalog/tool.ts';
import { termWeights } from './lexical/bm25f.ts';
import { LexicalIndex } from './lexical/lexical-index.ts';
import { NearTerms } from './lexical/near-terms.ts';
import type { JoinedEntries, JoinedPostings } from './lexical/saved-entries.ts';
import { meaningText } from './meaning/meaning-text.ts';
import { QueryVector } from './meaning/query-vector.ts';
import { type JoinedVectors, VectorStore } from './meaning/vector-store.ts';
import type { VectorTable } from './meaning/vector-table.ts';
import { ExactNames, type KeptNames } from './names/exact-names.ts';
import type { Lexicon } from './query.ts';
import { SlotSet } from './slot-set.ts';
import { stemWord } from './text/stem-word.ts';
import { type LaterTools, ToolSlots } from './tool-slots.ts';
import { type ToolText, textOfTool } from './tool-text.ts';

/** Tools whose vectors are made before the event loop gets a turn. */
const SLICE = 200;

/** Tools beside those of a name that may mention it, as neighbours on one server do. */
const OTHERS_THAT_SAY_A_NAME = 5;

/** What was indexed of tools, by slot. */
export interface KeptTools {
  readonly ids: readonly string[];
  readonly names: KeptNames;
  readonly entries: JoinedEntries;
  readonly postings: JoinedPostings;
  readonly vectors: JoinedVectors;
}

/** Every index of the engine, kept in step: a tool is in all of them or in none. */
export class ToolIndex {
  readonly slots = new ToolSlots();
  readonly lexical = new LexicalIndex();
  readonly names = new ExactNames({
    toolAt: (slot) => this.slots.toolAt(slot),
    // No word of the language, and in this catalog hardly said of anything else.
    isOnlyAName: (word, named) =>
      this.#table !== undefined &&
      !this.#table.knows(word) &&
      this.lexical.holders(stemWord(word)) <= named + OTHERS_THAT_SAY_A_NAME,
  });
  /** Scratch of a search: what it has found so far. */
  readonly found = new SlotSet();
  /** Scratch of a search: its own vector and one for each of its steps. */
  #queries: QueryVector[] = [];
  readonly #near = new NearTerms();
  readonly #categoryDescription: (category: string) => string | undefined;
  #table: VectorTable | undefined;
  #store: VectorStore | undefined;
  #storeIsReady = false;

  constructor(categoryDescription: (category: string) => string | undefined = () => undefined) {
    this.#categoryDescription = categoryDescription;
  }

  get table(): VectorTable | undefined {
    return this.#storeIsReady ? this.#table : undefined;
  }

  get vectors(): VectorStore | undefined {
    return this.#storeIsReady ? this.#store : undefined;
  }

  readonly lexicon: Lexicon = {
    holders: (term) => this.lexical.holders(term),
    near: (word, term) => {
      // A word of the language that no tool holds is not a typing error; guessing would only add noise.
      if (this.#table?.knows(word)) return [];
      return this.#near.find(term, word, this.lexical.terms, (near) => this.lexical.holders(near));
    },
  };

  /** What a query means, or its step number `step`; lasts until the next search. Nothing while there are no vectors. */
  meaningOf(text: string, step = 0): QueryVector | undefined {
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

  textOf(tool: Tool): ToolText {
    return textOfTool(tool, this.categoryText(tool.category));
  }

  upsert(tool: Tool): number {
    const slot = this.place(tool);
    const text = this.textOf(tool);
    this.lexical.add(slot, termWeights(text));
    this.#embed(slot, text);
    return slot;
  }

  /** Gives a tool its slot and its names, and nothing else yet. */
  place(tool: Tool, nameKeys?: readonly string[]): number {
    this.remove(tool.id);
    const slot = this.slots.put(tool);
    this.names.add(slot, tool, nameKeys);
    return slot;
  }

  remove(id: string): void {
    const slot = this.slots.slotOf(id);
    const tool = slot === undefined ? undefined : this.slots.toolAt(slot);
    if (slot === undefined || tool === undefined) return;
    this.names.remove(slot, tool);
    this.lexical.remove(slot);
    this.#store?.remove(slot);
    this.slots.remove(id);
  }

  /** Gives tools their slots from the first on, with everything that a snapshot kept of them. Only for an empty index. */
  restore(tools: readonly Tool[] | LaterTools, { ids, names, entries, postings, vectors }: KeptTools): void {
    if ('categories' in tools) this.slots.restore(ids, tools);
    else for (const tool of tools) this.slots.put(tool);
    this.names.restore(names);
    this.lexical.restoreEntries(entries, postings);
    this.#store?.fill(vectors);
  }

  /** Switches the meaning tier on, with every tool embedded before this returns; or takes vectors made before. */
  useTable(table: VectorTable, store?: VectorStore): void {
    this.#begin(table, store);
    if (!store) for (const [slot, tool] of this.slots.entries()) this.#embed(slot, this.textOf(tool));
    this.#storeIsReady = true;
  }

  /** The same, a slice at a time: searches in between are answered without the meaning tier. */
  async useTableInSlices(table: VectorTable): Promise<void> {
    const store = this.#begin(table);
    let made = 0;
    for (const [slot, tool] of [...this.slots.entries()]) {
      if (this.#store !== store) return;
      // Tools that came or changed while this ran have their vectors already.
      if (this.slots.toolAt(slot) === tool && !store.has(slot)) this.#embed(slot, this.textOf(tool));
      if (++made % SLICE === 0) await nextTurn();
    }
    if (this.#store === store) this.#storeIsReady = true;
  }

  #begin(table: VectorTable, store = new VectorStore(table.dimensions)): VectorStore {
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
