import { Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ServerConfig } from '../../packages/gateway/src/config/config-schema.ts';

export type Entry = Readonly<Record<string, unknown>> & { readonly _meta?: Readonly<Record<string, unknown>> };
export type Lists = Readonly<Record<Kind, readonly Entry[]>>;
export type Kind = keyof typeof METHODS;
/** An answer, or the error that the client got. */
export type Answer = Readonly<Record<string, unknown>>;

export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What a client got of one server. */
export interface Recorded {
  readonly lists: Lists;
  /** By what was asked for, such as `call echo`. */
  readonly answers: Readonly<Record<string, Answer>>;
}

const METHODS = {
  tools: 'tools/list',
  prompts: 'prompts/list',
  resources: 'resources/list',
  resourceTemplates: 'resources/templates/list',
} as const;
export const KINDS = Object.keys(METHODS) as Kind[];
/** The field that a gateway may prefix. */
export const KEYS: Readonly<Record<Kind, string>> = {
  tools: 'name',
  prompts: 'name',
  resources: 'uri',
  resourceTemplates: 'uriTemplate',
};
/** So many resources and prompts of a server are read. */
const READ = 10;
/** Accepts every answer, so that the client removes no field that it does not know. */
const ANYTHING = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const;

/** What a client gets of a server without a gateway: its lists, the results of some calls, its resources and prompts. */
export async function recordServer(config: ServerConfig, calls: readonly Call[]): Promise<Recorded> {
  // The capabilities of the gateway: a server may list more tools to a client that answers questions or shows pages.
  const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
  const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, extensions };
  const client = new Client(
    { name: 'direct', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: 'auto' } },
  );
  const { command = '', args = [], env } = config;
  await client.connect(
    new StdioClientTransport({
      command,
      args: [...args],
      env: { ...getDefaultEnvironment(), ...env },
      stderr: 'ignore',
    }),
  );
  try {
    const lists = await listsOf(client);
    return { lists, answers: await answersOf(client, lists, calls, (_kind, own) => own) };
  } finally {
    await client.close();
  }
}

export async function listsOf(client: Client): Promise<Lists> {
  const lists = await Promise.all(
    KINDS.map(async (kind) => {
      const entries: Entry[] = [];
      let cursor: string | undefined;
      do {
        const params = cursor === undefined ? {} : { cursor };
        // A server without the capability answers with an error, or the client refuses to ask.
        const page = (await ask(client, METHODS[kind], params).catch(() => ({}))) as {
          nextCursor?: string;
          [kind: string]: unknown;
        };
        entries.push(...((page[kind] as Entry[] | undefined) ?? []));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return [kind, entries] as const;
    }),
  );
  return Object.fromEntries(lists) as unknown as Lists;
}

/** @param listed The name or URI in the list of the client, for the server's own. */
export async function answersOf(
  client: Client,
  { resources, prompts }: Lists,
  calls: readonly Call[],
  listed: (kind: Kind, own: string) => string,
): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {};
  const record = async (what: string, method: string, params: object): Promise<void> => {
    answers[what] = await ask(client, method, params).then(withoutEra, errorOf);
  };
  for (const { tool, input } of calls) {
    const params = { name: listed('tools', tool), arguments: input };
    await record(`call ${tool} ${JSON.stringify(input)}`, 'tools/call', params);
  }
  for (const { uri } of resources.slice(0, READ))
    await record(`read ${uri}`, 'resources/read', { uri: listed('resources', String(uri)) });
  for (const prompt of prompts.slice(0, READ)) {
    const named = ((prompt['arguments'] ?? []) as { name: string }[]).map(({ name }) => [name, '1']);
    const params = { name: listed('prompts', String(prompt['name'])), arguments: Object.fromEntries(named) };
    await record(`get ${prompt['name']}`, 'prompts/get', params);
  }
  return answers;
}

export function entryFor(entries: readonly Entry[], server: string, key: string, own: string): Entry | undefined {
  const prefixed = [`${server}__${own}`, `foldout://${server}/${own}`];
  return entries.find((entry) => prefixed.includes(String(entry[key]))) ?? entries.find((entry) => entry[key] === own);
}

function ask(client: Client, method: string, params: object): Promise<object> {
  return client.request({ method, params } as never, ANYTHING as never);
}

/** Without what every answer of the 2026-07-28 protocol says: its type, how long it may be cached, and who has sent it. */
function withoutEra(answer: object): Answer {
  const { resultType: _1, ttlMs: _2, cacheScope: _3, _meta, ...rest } = answer as Entry;
  const { 'io.modelcontextprotocol/serverInfo': _4, ...meta } = (_meta ?? {}) as Record<string, unknown>;
  return { ...rest, ...(Object.keys(meta).length > 0 && { _meta: meta }) };
}

function errorOf(error: { readonly code?: unknown; readonly message?: unknown }): Answer {
  return { error: { code: error.code, message: error.message } };
}
