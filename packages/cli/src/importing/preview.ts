import { describeServer, type Gateway, type UpstreamStatus } from '@foldout/gateway';
import type { ImportedFile, MergedServer } from '@foldout/gateway/internal';
import { tokensOf } from '../catalog/tool-cost.ts';
import { count, shareSaved } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { style } from '../output/terminal.ts';
import type { ClientCost } from './import-cost.ts';

/** A server in the configuration of a client. Secrets in `how` are masked. */
export interface FoundServer {
  readonly client: string;
  readonly server: string;
  readonly importedAs: string;
  readonly outcome: string;
  /** The fields in which it differs from the server of this name in the configuration. */
  readonly differs?: readonly string[];
  readonly how: string;
  readonly tools: number | null;
  readonly tokens: number | null;
  readonly problem?: string;
  readonly todo?: string;
}

export function foundServers(
  found: readonly ImportedFile[],
  merged: readonly MergedServer[],
  gateway: Gateway,
  statuses: ReadonlyMap<string, UpstreamStatus>,
): FoundServer[] {
  const merge = merged.values();
  return found.flatMap(({ title, servers }) =>
    servers.map(({ name, importedAs, outcome, config }) => {
      const definitions = gateway.upstream(importedAs)?.manifest?.tools;
      const status = statuses.get(importedAs);
      // One result for each server, in the same order.
      const done = merge.next().value as MergedServer;
      return {
        client: title,
        server: name,
        importedAs: done.importedAs,
        outcome: config.disabled
          ? 'disabled'
          : outcome !== 'same' && done.outcome === 'same'
            ? 'present'
            : done.outcome,
        ...(done.differs.length > 0 && { differs: done.differs }),
        how: oneLine(describeServer(config)),
        tools: definitions?.length ?? null,
        tokens: definitions ? tokensOf(definitions) : null,
        ...(status?.lastError !== undefined && { problem: status.lastError }),
        ...(status?.todo !== undefined && { todo: status.todo }),
      };
    }),
  );
}

export function serverTable(servers: readonly FoundServer[]): string {
  return table<FoundServer>(
    [
      { head: 'client', cell: ({ client }) => client },
      { head: 'server', cell: ({ importedAs }) => importedAs, color: style.bold },
      { head: '', cell: ({ outcome }) => OUTCOMES[outcome] ?? outcome, color: style.dim },
      { head: 'tools', cell: ({ tools }) => (tools === null ? '?' : count(tools)), align: 'right' },
      { head: 'tokens', cell: ({ tokens }) => (tokens === null ? '?' : count(tokens)), align: 'right' },
      { head: 'command or URL', cell: ({ how }) => how, fills: true, color: style.dim },
    ],
    servers,
  );
}

const OUTCOMES: Readonly<Record<string, string>> = {
  added: 'new',
  same: 'same as above',
  renamed: 'new, renamed',
  present: 'already there',
  updated: 'updated',
  kept: 'yours is kept',
  disabled: 'disabled',
};

export function costTable(costs: readonly ClientCost[]): string {
  return table<ClientCost>(
    [
      { head: 'client', cell: ({ title }) => title },
      { head: 'tools today', cell: (cost) => todayText(cost, cost.tools), align: 'right' },
      {
        head: 'tokens today',
        cell: (cost) => todayText(cost, cost.tokensToday),
        align: 'right',
        color: style.red,
      },
      { head: 'tools listed', cell: ({ toolsThen }) => count(toolsThen), align: 'right' },
      { head: 'tokens with Foldout', cell: ({ tokensThen }) => count(tokensThen), align: 'right', color: style.green },
      { head: 'saved', cell: savedText, align: 'right', color: style.bold },
    ],
    costs,
  );
}

/** A figure of the servers that are known, and a mark for the others. */
function todayText({ servers, unknown }: ClientCost, figure: number): string {
  if (unknown === 0) return count(figure);
  return unknown === servers ? '?' : `${count(figure)} + ?`;
}

/** `-` if Foldout lists all tools in this client, because the client has a tool search of its own: nothing is saved. */
function savedText({ unknown, tools, toolsThen, tokensToday, tokensThen }: ClientCost): string {
  if (unknown > 0) return '?';
  return toolsThen >= tools && tokensThen >= tokensToday ? '-' : shareSaved(tokensToday, tokensThen);
}
