import type { JsonObject } from '@foldout/core';
import { isObject, own } from '@foldout/core/internal';
import { StoredDefinition } from '../cache/stored-tools.ts';
import type { TaskSupport } from './task-call.ts';

/** The definitions of a server's tools as the server sent them. A stored definition is parsed at each use. */
export class SentDefinitions {
  readonly #byName = new Map<string, StoredDefinition | JsonObject>();
  readonly #taskSupport = new Map<string, TaskSupport>();

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

  /** Whether a tool can or must be called as a task. Read once: a call must not parse a definition. */
  taskSupport(name: string): TaskSupport {
    const known = this.#taskSupport.get(name);
    if (known !== undefined) return known;
    const said = own(own(this.get(name), 'execution'), 'taskSupport');
    const support = said === 'required' || said === 'optional' ? said : 'forbidden';
    this.#taskSupport.set(name, support);
    return support;
  }

  /** Whether the server sent the same definition before, also in the fields that no hash of a tool covers. */
  isSame(name: string, before: SentDefinitions): boolean {
    const [now, then] = [this.#byName.get(name), before.#byName.get(name)];
    return now === then || JSON.stringify(this.get(name)) === JSON.stringify(before.get(name));
  }
}
