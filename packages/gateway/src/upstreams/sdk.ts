export type Sdk = typeof import('@modelcontextprotocol/client');

let loaded: Promise<Sdk> | undefined;

/** The SDK's client takes a third of a second to load: a gateway that starts no server does without it. */
export function loadSdk(): Promise<Sdk> {
  loaded ??= import('@modelcontextprotocol/client');
  return loaded;
}
