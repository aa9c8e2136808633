import type { Caller } from '@foldout/core';
import type { TokenLedger } from './token-ledger.ts';

/** Emits the server events that the token ledger listens to. `FoldoutServer` implements this interface. */
export interface TokenSource {
  on(event: 'tools:list', listener: (event: ToolsListed) => void): () => void;
  on(event: 'discovery:answer', listener: (event: DiscoveryAnswer) => void): () => void;
}

interface ToolsListed extends Caller {
  /** Whether it is the first page of the list. */
  readonly first: boolean;
  /** The texts that the client puts before its model: of this page, and of all tools if there were no Foldout. */
  readonly prompt: { readonly version: string; listed(): Iterable<string>; everything(): Iterable<string> };
}

interface DiscoveryAnswer extends Caller {
  readonly text: string;
}

/** Records the tokens of every tool list and discovery answer of a server. Returns a function that stops it. */
export function trackTokens(server: TokenSource, ledger: TokenLedger): () => void {
  const unsubscribes = [
    server.on('tools:list', ({ client, sessionId, first, prompt }) => {
      const everything = first ? { version: prompt.version, text: () => prompt.everything() } : undefined;
      ledger.listed(client?.name, everything, () => prompt.listed(), sessionId);
    }),
    server.on('discovery:answer', ({ client, text }) => ledger.sent(client?.name, text)),
  ];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}
