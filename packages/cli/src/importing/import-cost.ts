import { CLIENTS } from '@foldout/clients';
import { type PromptTool, promptText } from '@foldout/clients/internal';
import { estimateTokens } from '@foldout/core';
import type { Gateway } from '@foldout/gateway';
import type { ImportedFile } from '@foldout/gateway/internal';

/** Tokens that a client puts before its model at its start: today, and with Foldout in place of its servers. */
export interface ClientCost {
  readonly client: string;
  readonly title: string;
  readonly servers: number;
  /** Servers whose tools are not known. The figures leave them out. */
  readonly unknown: number;
  readonly tools: number;
  readonly tokensToday: number;
  readonly toolsThen: number;
  readonly tokensThen: number;
}

export function costsOf(found: readonly ImportedFile[], gateway: Gateway): ClientCost[] {
  const byClient = new Map<string, { readonly title: string; readonly servers: Set<string> }>();
  for (const { client, title, servers } of found) {
    const known = byClient.get(client) ?? { title, servers: new Set() };
    for (const { importedAs, config } of servers) if (!config.disabled) known.servers.add(importedAs);
    byClient.set(client, known);
  }
  return [...byClient].map(([client, { title, servers }]) => {
    const known = [...servers].map((name) => gateway.upstream(name)?.manifest?.tools);
    const definitions = known.flatMap((tools) => tools ?? []);
    const { reportedName = client, facts } = CLIENTS.find(({ id }) => id === client) ?? {};
    const tokensOf = (tools: readonly unknown[]): number =>
      tools.reduce<number>((sum, tool) => sum + estimateTokens(promptText(tool as PromptTool, facts)), 0);
    const listed = gateway.server.listTools({ client: { name: reportedName } });
    return {
      client,
      title,
      servers: servers.size,
      unknown: known.filter((tools) => tools === undefined).length,
      tools: definitions.length,
      tokensToday: tokensOf(definitions),
      toolsThen: listed.length,
      tokensThen: tokensOf(listed),
    };
  });
}
