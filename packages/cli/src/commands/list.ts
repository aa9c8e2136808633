import type { Tool } from '@foldout/core';
import { countTools } from '@foldout/core/internal';
import { type CachedServer, servedDefinitions } from '@foldout/gateway/internal/catalog';
import { unknownServer } from '../catalog/look-up.ts';
import { checkAnswered, noteFailures, type OpenedCatalog, openCatalog } from '../catalog/open-catalog.ts';
import { tokensOf } from '../catalog/tool-cost.ts';
import { noteScope, type VisibleCatalog } from '../catalog/visible-catalog.ts';
import { typed } from '../invocation.ts';
import { CliError, EXIT } from '../output/fail.ts';
import { ago, count, counted } from '../output/figures.ts';
import { oneLine } from '../output/safe-text.ts';
import { table } from '../output/table.ts';
import { isTerminal, note, print, printJson, style } from '../output/terminal.ts';

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
  /** Further tools that clients cannot use until they are approved. */
  readonly withheld: number;
  readonly tokens: number;
  readonly askedAt: string | null;
  readonly problem?: string;
  readonly todo?: string;
}

/** Lists servers with their tools and tokens, or the tools of one server. */
export async function list(options: ListOptions, [server]: readonly string[]): Promise<void> {
  const opened = await openCatalog(options, 'unknown');
  const visible = opened.visible();
  noteScope(visible, opened.known);
  if (server !== undefined || options.tools) return listTools(opened, visible, server, options.json === true);
  const servers = opened.known.servers.map((cached) => listed(cached, visible, opened.statuses));
  if (options.json) printJson(servers);
  else {
    print(serverTable(servers));
    if (isTerminal) print(`\n${totals(servers)}`);
    noteFailures(opened.statuses);
    noteWithheld(servers);
  }
  if (servers.every(({ state }) => /^(failed|needs-.*)$/.test(state))) process.exitCode = EXIT.unavailable;
}

function listed(
  { name, manifest }: CachedServer,
  visible: VisibleCatalog,
  statuses: OpenedCatalog['statuses'],
): ListedServer {
  const status = statuses.get(name);
  const reached = status?.lastError === undefined;
  return {
    server: name,
    state: status && !reached ? status.state : manifest ? 'known' : 'unknown',
    ...countTools(visible.catalog).of(name),
    tokens: tokensOf(servedDefinitions([{ name, manifest }], visible.catalog)),
    askedAt: manifest ? new Date(manifest.fetchedAt).toISOString() : null,
    ...(status?.lastError !== undefined && { problem: status.lastError }),
    ...(status?.todo !== undefined && { todo: status.todo }),
  };
}

function noteWithheld(servers: readonly ListedServer[]): void {
  const names = servers.filter(({ withheld }) => withheld > 0).map(({ server }) => server);
  const tools = servers.reduce((sum, { withheld }) => sum + withheld, 0);
  if (tools === 0) return;
  note(`${counted(tools, 'more tool')} of ${names.join(', ')} withheld until approved. To see why: ${typed('doctor')}`);
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
      { head: 'last read', cell: ({ askedAt }) => (askedAt ? ago(Date.parse(askedAt)) : 'never'), color: style.dim },
    ],
    servers,
  );
}

function totals(servers: readonly ListedServer[]): string {
  const tools = servers.reduce((sum, server) => sum + server.tools, 0);
  const tokens = servers.reduce((sum, server) => sum + server.tokens, 0);
  return ` ${counted(tools, 'tool')} of ${counted(servers.length, 'server')}, ${style.bold(count(tokens))} tokens if a client loads all of them`;
}

function listTools(
  { known, statuses }: OpenedCatalog,
  visible: VisibleCatalog,
  server: string | undefined,
  json: boolean,
): void {
  if (server !== undefined && !known.servers.some(({ name }) => name === server)) {
    throw unknownServer(server, known.servers);
  }
  const problem = server === undefined ? undefined : statuses.get(server)?.lastError;
  if (server !== undefined && problem !== undefined) {
    throw new CliError(
      `${server}: ${oneLine(problem)}. To see what to do: ${typed(`doctor ${server}`)}`,
      EXIT.unavailable,
    );
  }
  checkAnswered({ known, statuses });
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
