/** Longest that a server may be called. */
const MAX_LENGTH = 64;

/** Gives every server a legal name that no other has. */
export class LegalNames {
  readonly #taken = new Set<string>();

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  take(name: string): string {
    const legal = legalServerName(name);
    let free = legal;
    for (let count = 2; this.#taken.has(free); count++) free = withSuffix(legal, String(count));
    this.#taken.add(free);
    return free;
  }
}

export function legalServerName(name: string): string {
  const legal = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .replace(/-+$/, '')
    .slice(0, MAX_LENGTH);
  return legal || 'server';
}

export function withSuffix(name: string, suffix: string): string {
  return `${name.slice(0, MAX_LENGTH - suffix.length - 1)}-${suffix}`;
}
