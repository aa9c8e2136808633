import type { Tool } from '../catalog/tool.ts';
import { toolAction } from './actions/tool-action.ts';
import { NamedServers, type SavedServer } from './apps/named-servers.ts';
import { splitWords } from './text/split-words.ts';
import { stemWord } from './text/stem-word.ts';

const ACTION_BITS = 16;
const MOST_WORDS = 63;

export interface SavedTraits {
  readonly servers: readonly SavedServer[];
  /** By slot: the actions of the tool, and the number of words in its name. */
  readonly traits: Int32Array;
  /** By slot: the id of the tool's server. */
  readonly serverIds: Int32Array;
}

/** Facts about each tool that the ranking compares with a request, as numbers by slot: reading a tool would be slower. */
export class ToolTraits {
  readonly servers = new NamedServers();
  #traits = new Int32Array(0);
  #serverIds = new Int32Array(0);

  add(slot: number, tool: Tool): void {
    if (slot >= this.#traits.length) {
      const capacity = Math.ceil((slot + 16) * 1.3);
      this.#traits = grown(this.#traits, capacity);
      this.#serverIds = grown(this.#serverIds, capacity);
    }
    const own = new Set(splitWords(tool.server).map(stemWord));
    const words = splitWords(tool.name);
    const stems = new Set(words.map(stemWord).filter((stem) => !own.has(stem)));
    this.#traits[slot] = toolAction(tool) | (Math.min(MOST_WORDS, stems.size) << ACTION_BITS);
    this.#serverIds[slot] = this.servers.add(tool.server, words[0] ?? '');
  }

  remove(tool: Tool): void {
    this.servers.remove(tool.server, splitWords(tool.name)[0] ?? '');
  }

  actionsOf(slot: number): number {
    return (this.#traits[slot] as number) & ((1 << ACTION_BITS) - 1);
  }

  /** Number of different words in the name, without those of the server. */
  nameWordsOf(slot: number): number {
    return (this.#traits[slot] as number) >> ACTION_BITS;
  }

  serverIdOf(slot: number): number {
    return this.#serverIds[slot] as number;
  }

  /** The columns of these slots, in this order, for `restore`. */
  save(slots: readonly number[]): SavedTraits {
    return {
      servers: this.servers.save(),
      traits: Int32Array.from(slots, (slot) => this.#traits[slot] as number),
      serverIds: Int32Array.from(slots, (slot) => this.#serverIds[slot] as number),
    };
  }

  /** Restores the result of `save`, starting at slot 0. Call it on an empty instance only. */
  restore({ servers, traits, serverIds }: SavedTraits): void {
    this.servers.restore(servers);
    this.#traits = new Int32Array(traits);
    this.#serverIds = new Int32Array(serverIds);
  }
}

function grown(from: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(capacity);
  to.set(from);
  return to;
}
