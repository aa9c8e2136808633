import type { JsonObject, Tool } from '@foldout/core';
import { toolFromDefinition } from '@foldout/core';
import { type FindTools, isObject } from '@foldout/core/internal';
import type { Upstream } from '@foldout/gateway';
import { createMcpServer, type FoldoutServer } from '@foldout/server';
import { fixedSource } from './fixed-source.ts';

/** A server as a lint sees it. */
export interface LintedServer {
  /** The tools that it lists. */
  readonly listed: readonly JsonObject[];
  /** All of its commands: more than it lists if it is a Foldout server with a surface such as `lazy`. */
  readonly tools: readonly Tool[];
  readonly find: FindTools;
  /** The same tools, to list them with any strategy. */
  serverWith(toolStrategy: FoldoutServerStrategy): FoldoutServer;
}

type FoldoutServerStrategy = NonNullable<Parameters<typeof createMcpServer>[0]['toolStrategy']>;

const PAGE = 200;
const PER_DETAIL = 10;

/** Reads all commands of a server: from its tool list, and from `afd-discover` and `afd-detail` if it answers them. */
export async function readServer(upstream: Upstream): Promise<LintedServer> {
  const listed = (upstream.manifest?.tools ?? []) as readonly JsonObject[];
  const own = await readCommands(upstream);
  const tools = own ?? listed.flatMap((definition) => toolFromDefinition(upstream.name, definition) ?? []);
  const serverWith = (toolStrategy: FoldoutServerStrategy): FoldoutServer =>
    createMcpServer({
      name: 'lint',
      version: '1',
      sources: [fixedSource(upstream.name, tools)],
      toolStrategy,
      log: () => {},
    });
  const local = serverWith('lazy');
  const find: FindTools = own
    ? async (search, limit, { contexts: [context] }) =>
        idsOf(upstream.name, await ask(upstream, 'afd-discover', { search, limit, ...(context && { context }) }))
    : async (request, limit) =>
        (await local.engine.search(request, { limit, quiet: true })).hits.map(({ tool }) => tool);
  return { listed, tools, find, serverWith };
}

/** The commands of a Foldout server; undefined for every other server. */
async function readCommands(upstream: Upstream): Promise<Tool[] | undefined> {
  const names = new Set<string>();
  for (const context of [undefined, ...(await contextsOf(upstream))]) {
    for (let offset = 0; ; offset += PAGE) {
      const page = await ask(upstream, 'afd-discover', {
        level: 'name',
        limit: PAGE,
        offset,
        ...(context && { context }),
      });
      if (!isObject(page) || !Array.isArray(page['commands'])) return undefined;
      for (const command of page['commands']) names.add(String((command as JsonObject)['name']));
      if (page['hasMore'] !== true) break;
    }
  }
  // Without the built-in commands, such as `afd-context`: they are not the author's.
  const all = [...names].filter((name) => !name.includes('afd-'));
  const tools: Tool[] = [];
  for (let at = 0; at < all.length; at += PER_DETAIL) {
    const details = await ask(upstream, 'afd-detail', { command: all.slice(at, at + PER_DETAIL) });
    if (!Array.isArray(details)) return undefined;
    tools.push(...details.flatMap((detail: unknown) => toolOf(upstream.name, detail) ?? []));
  }
  return tools;
}

async function contextsOf(upstream: Upstream): Promise<readonly string[]> {
  const answer = await ask(upstream, 'afd-context', { action: 'list' });
  const contexts = isObject(answer) && Array.isArray(answer['contexts']) ? answer['contexts'] : [];
  return contexts.map((context: unknown) => String((context as JsonObject)['name']));
}

function toolOf(server: string, detail: unknown): Tool | undefined {
  if (!isObject(detail) || detail['found'] !== true) return undefined;
  const { mutation, destructive = false, category, tags, examples, contexts } = detail;
  const annotations = { readOnlyHint: mutation === false, destructiveHint: destructive };
  const tool = toolFromDefinition(server, { ...detail, annotations });
  if (!tool) return undefined;
  return {
    ...tool,
    ...(typeof category === 'string' && { category }),
    ...(Array.isArray(tags) && { tags }),
    ...(Array.isArray(examples) && { examples: examples as Tool['examples'] }),
    ...(Array.isArray(contexts) && { contexts }),
  };
}

function idsOf(server: string, answer: unknown): { readonly id: string }[] {
  const commands = isObject(answer) && Array.isArray(answer['commands']) ? answer['commands'] : [];
  return commands.map((command: unknown) => ({ id: `${server}/${String((command as JsonObject)['name'])}` }));
}

/** The data of a command's answer; undefined if the server does not have the command. */
async function ask(upstream: Upstream, name: string, input: JsonObject): Promise<unknown> {
  try {
    const { structuredContent } = await upstream.request('tools/call', { name, arguments: input });
    return isObject(structuredContent) && structuredContent['success'] === true ? structuredContent['data'] : undefined;
  } catch {
    return undefined;
  }
}
