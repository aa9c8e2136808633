import type { OpenApiOperation } from './operations.ts';

const MAX_LENGTH = 64;

/** The name of a command: the operation id, or method and path (`get-pets-petId`), in characters that every client takes. */
export function nameOf({ operationId, method, path }: OpenApiOperation): string {
  const words = operationId ?? `${method.toLowerCase()}-${path.replaceAll(/[{}]/g, '')}`;
  const name = words
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/--+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MAX_LENGTH);
  // The prefix of the meta-tools.
  return /^afd-/i.test(name) ? `api-${name}`.slice(0, MAX_LENGTH) : name || method.toLowerCase();
}

/** Makes names unique: the second `list` is called `list-2`. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  take(name: string): string {
    let unique = name;
    for (let count = 2; this.#taken.has(unique.toLowerCase()); count += 1) {
      unique = `${name.slice(0, MAX_LENGTH - 5)}-${count}`;
    }
    this.#taken.add(unique.toLowerCase());
    return unique;
  }
}
