export type Sdk = typeof import('@modelcontextprotocol/client');

let loaded: Promise<Sdk> | undefined;

/** Loads the SDK's client on first use. It takes 0.3 s, which a gateway that starts no server does not need. */
export function loadSdk(): Promise<Sdk> {
  loaded ??= import('@modelcontextprotocol/client');
  return loaded;
}
