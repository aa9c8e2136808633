/** What stands between a server and a name: `server/name` in addresses, `server__name` in lists. */
const SEPARATORS = ['/', '__'] as const;

/**
 * The other server whose prefix a name begins with: `github__create_issue` of any other server claims to be GitHub's.
 * Such a tool, prompt or resource is only found with its own server's name. Undefined for every other name.
 */
export function claimedServer(name: string, own: string, servers: Iterable<string>): string | undefined {
  if (!SEPARATORS.some((separator) => name.includes(separator))) return undefined;
  const spelled = spelledAlike(name);
  for (const server of servers) {
    if (server !== own && SEPARATORS.some((separator) => spelled.startsWith(spelledAlike(server) + separator))) {
      return server;
    }
  }
  return undefined;
}

/** Listed names replace every character that a client refuses by `_`, and some clients replace `-` too. */
function spelledAlike(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9/]/g, '_');
}
