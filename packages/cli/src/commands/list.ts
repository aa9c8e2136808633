import type { Tool } from '@foldout/core';
import type { KnownServer } from '@foldout/gateway/catalog';
import { noteFailures, type OpenedCatalog, openCatalog } from '../catalog/open-catalog.ts';
import { definitionTokens } from '../catalog/tool-cost.ts';
import { noteEmptyScope } from '../catalog/visible-catalog.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { ago, count, counted } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { isTerminal, print, printJson, style } from '../output/terminal.ts';

export interface ListOptions {
  readonly config?: string;
  readonly refresh?: boolean;
  readonly tools?: boolean;
  readonly json?: boolean;
}

interface ListedServer {
  readonly server: string;
  readonly state: string;
  readonly tools: number;
  readonly tokens: number;
  readonly askedAt: string | null;
  readonly problem?: string;
  readonly todo?: string;
}

/** Servers with what they have and cost, or the tools of one. */
export async function list(options: ListOptions, [server]: readonly string[]): Promise<void> {
  const opened = await openCatalog(options, 'unknown');
  noteEmptyScope(opened.visible);
  if (server !== undefined || options.tools) return listTools(opened, server, options.json === true);
  const servers = opened.known.servers.map((one) => listed(one, opened));
  if (options.json) printJson(servers);
  else {
    print(serverTable(servers));
    if (isTerminal) print(`\n${totals(servers)}`);
    noteFailures(opened.statuses);
  }
  if (servers.every(({ state }) => state === 'failed' || state === 'needs-auth')) process.exitCode = EXIT.unavailable;
}

function listed({ name, manifest }: KnownServer, { visible, statuses }: OpenedCatalog): ListedServer {
  const tools = visible.catalog.entries().filter(({ tool }) => tool.server === name);
  const names = new Set(tools.map(({ tool }) => tool.name));
  const definitions = (manifest?.tools ?? []).filter((one) => names.has((one as { name: string }).name));
  const status = statuses.get(name);
  const reached = status?.lastError === undefined;
  return {
    server: name,
    state: status && !reached ? status.state : manifest ? 'known' : 'unknown',
    tools: tools.length,
    tokens: definitions.length === 0 ? 0 : definitionTokens(definitions),
    askedAt: manifest ? new Date(manifest.fetchedAt).toISOString() : null,
    ...(status?.lastError !== undefined && { problem: status.lastError }),
    ...(status?.todo !== undefined && { todo: status.todo }),
  };
}

function serverTable(servers: readonly ListedServer[]): string {
  return table(
    [
      { head: 'server', cell: ({ server }) => server, color: style.bold },
      {
        head: 'state',
        cell: ({ state }) => state,
        color: (text) => (text === 'known' ? style.green(text) : style.red(text)),
      },
      { head: 'tools', cell: ({ tools }) => count(tools), align: 'right' },
      { head: 'tokens', cell: ({ tokens }) => count(tokens), align: 'right' },
      { head: 'asked', cell: ({ askedAt }) => (askedAt ? ago(Date.parse(askedAt)) : 'never'), color: style.dim },
    ],
    servers,
  );
}

function totals(servers: readonly ListedServer[]): string {
  const tools = servers.reduce((sum, one) => sum + one.tools, 0);
  const tokens = servers.reduce((sum, one) => sum + one.tokens, 0);
  return ` ${counted(tools, 'tool')} of ${counted(servers.length, 'server')}, ${style.bold(count(tokens))} tokens where a client loads them all`;
}

function listTools({ known, visible }: OpenedCatalog, server: string | undefined, json: boolean): void {
  if (server !== undefined && !known.servers.some(({ name }) => name === server)) {
    throw new CliError(
      `there is no server '${oneLine(server)}': the servers are ${known.servers.map(({ name }) => name).join(', ')}`,
    );
  }
  const tools = visible.catalog
    .entries()
    .map(({ tool }) => tool)
    .filter((tool) => server === undefined || tool.server === server);
  if (json) printJson(tools.map(toolFacts));
  else
    print(
      table<Tool>(
        [
          { head: 'tool', cell: ({ id }) => oneLine(id), color: style.bold },
          { head: 'risk', cell: riskText, color: riskColor },
          { head: 'about', cell: ({ summary }) => oneLine(summary), fills: true },
        ],
        tools,
      ),
    );
}

function toolFacts(tool: Tool) {
  const { id, server, name, category, summary, mutation, destructive, enabled } = tool;
  return { id, server, name, category, summary, mutation, destructive, enabled };
}

function riskText({ mutation, destructive }: Tool): string {
  if (destructive) return 'destructive';
  return mutation ? 'writes' : 'reads';
}

function riskColor(text: string): string {
  if (text === 'destructive') return style.red(text);
  return text === 'writes' ? style.yellow(text) : style.green(text);
}
