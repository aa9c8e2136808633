type Claims = Readonly<Record<string, unknown>>;

/**
 * The claims that decide what a user may do. Null: the provider has not sent it. An address that the provider has not verified
 * counts as not sent, because a user can write any address into their account.
 */
export function usableClaims(all: Claims, names: readonly string[]): Claims {
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(all, name) && isUsable(name, all) ? all[name] : null]),
  );
}

function isUsable(name: string, { email_verified: verified }: Claims): boolean {
  // Some providers send a text.
  return name !== 'email' || (verified !== false && verified !== 'false');
}
