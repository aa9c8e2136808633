import type { JsonObject } from '@foldout/core';
import { isObject, own } from '@foldout/core/internal';
import { StoredDefinition } from '../cache/stored-tools.ts';

/** The definitions of a server's tools as the server sent them. A stored definition is parsed at each use. */
export class SentDefinitions {
  readonly #byName = new Map<string, StoredDefinition | JsonObject>();
  readonly #requiresTask = new Map<string, boolean>();

  constructor(definitions: readonly unknown[]) {
    for (const definition of definitions) {
      if (!(definition instanceof StoredDefinition) && !isObject(definition)) continue;
      const { name } = definition as { readonly name?: unknown };
      // The first of two tools with the same name is the one that is listed.
      if (typeof name === 'string' && !this.#byName.has(name)) this.#byName.set(name, definition);
    }
  }

  get(name: string): JsonObject | undefined {
    const definition = this.#byName.get(name);
    return definition instanceof StoredDefinition ? definition.parse() : definition;
  }

  /** Whether a tool can only be called as a task. Read once: a call must not parse a definition. */
  requiresTask(name: string): boolean {
    const known = this.#requiresTask.get(name);
    if (known !== undefined) return known;
    const requires = own(own(this.get(name), 'execution'), 'taskSupport') === 'required';
    this.#requiresTask.set(name, requires);
    return requires;
  }

  /** Whether the server sent the same definition before, also in the fields that no hash of a tool covers. */
  isSame(name: string, before: SentDefinitions): boolean {
    const [now, then] = [this.#byName.get(name), before.#byName.get(name)];
    return now === then || JSON.stringify(this.get(name)) === JSON.stringify(before.get(name));
  }
}
