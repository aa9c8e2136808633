import type { Caller } from '@foldout/core';
import type { TokenLedger } from './token-ledger.ts';

/** What the ledger hears of a server; a `FoldoutServer` is one. */
export interface TokenSource {
  on(event: 'tools:list', listener: (event: ToolsListed) => void): () => void;
  on(event: 'discovery:answer', listener: (event: DiscoveryAnswer) => void): () => void;
}

interface ToolsListed extends Caller {
  readonly tools: readonly object[];
  readonly first: boolean;
  readonly everything: { readonly version: string; tools(): Iterable<object> };
}

interface DiscoveryAnswer extends Caller {
  readonly text: string;
}

/** Keeps account of every list and every answer of discovery that a server sends. Returns what ends it. */
export function trackTokens(server: TokenSource, ledger: TokenLedger): () => void {
  const ends = [
    server.on('tools:list', ({ client, tools, first, everything }) => {
      const sent = () => texts(tools);
      if (!first) return ledger.sent(client?.name, sent);
      ledger.listed(client?.name, { version: everything.version, text: () => texts(everything.tools()) }, sent);
    }),
    server.on('discovery:answer', ({ client, text }) => ledger.sent(client?.name, text)),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function* texts(tools: Iterable<object>): Iterable<string> {
  for (const tool of tools) yield JSON.stringify(tool);
}
