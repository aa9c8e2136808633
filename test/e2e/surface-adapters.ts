import type { ToolStrategy } from '@foldout/server';
import { type Answer, allTools, type Data, type SeenTool, type TestClient } from './clients.ts';

/** Parameters of a tool, as an agent reads them before a call. */
export interface Inspected {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** How an agent uses a surface: through its listed tools, or `afd-discover` if no listed tool browses. */
export interface SurfaceAdapter {
  /** Names of all tools, or of one category. */
  browse(category?: string): Promise<string[]>;
  search(query: string): Promise<{ names: string[]; fits: boolean }>;
  inspect(name: string): Promise<Inspected | Refusal>;
  call(name: string, input: Record<string, unknown>): Promise<unknown>;
}

/** The tool is unknown; `meant` is the suggested name. */
export interface Refusal {
  readonly unknown: true;
  readonly meant: string;
}

export const CORE_TOOLS = ['todo-create', 'order-get'];

type Adapters = Readonly<Record<ToolStrategy, (client: TestClient) => SurfaceAdapter>>;

const ADAPTERS: Adapters = {
  individual: (client) => ({
    ...throughDiscovery(client),
    browse: async (category) => ofCategory(await ownNames(client), category),
    inspect: async (name) => inspectListed(client, name),
    call: (name, input) => answerOf(client.call(name, input)),
  }),
  grouped: (client) => ({
    ...throughDiscovery(client),
    browse: async (category) => {
      const groups = (await allTools(client)).filter((tool) => !tool.name.startsWith('afd-'));
      const wanted = groups.filter((group) => category === undefined || group.name === category);
      return wanted.flatMap((group) => actionsOf(group).map((action) => `${group.name}-${action}`)).sort();
    },
    inspect: async (name) => {
      const { group, action } = split(name);
      const listed = (await allTools(client)).find((tool) => tool.name === group);
      const line = listed?.description?.split('\n').find((text) => text.startsWith(`${action}(`));
      return line ? readSignature(line) : detail(client, name);
    },
    call: async (name, input) => {
      const { group, action } = split(name);
      const answer = await answerOf(client.call(group, { action, input }));
      const { error } = answer as Data;
      if (!error?.message.includes('has no action')) return answer;
      return { unknown: true, meant: `${group}-${meantIn(error.suggestion)}` } satisfies Refusal;
    },
  }),
  lazy: throughDiscovery,
  index: (client) => ({
    ...throughDiscovery(client),
    browse: async (category) => {
      const pages = await everyPage(client, 'list_available_tools', category === undefined ? {} : { category });
      return pages.flatMap(({ tools }) => tools.map((tool: Data) => tool.name)).sort();
    },
    inspect: async (name) => {
      const { result } = await client.call('get_tool_description', { tool_name: name });
      if (!result.success) return refusalOf(result.error);
      const parameters = Object.entries<Data>(result.data.parameters);
      return parted(parameters.map(([key, { required }]) => ({ key, required })));
    },
    call: (name, input) => answerOf(client.call(name, input)),
  }),
  dynamic: (client) => (client.era === 'modern' ? proxied(client) : enabledBySearch(client)),
  proxy: proxied,
  core: (client) => ({
    ...throughDiscovery(client),
    browse: async (category) => {
      const pages = await everyPage(client, 'list_extended_tools');
      const listed = (await ownNames(client)).filter(
        (name) => !name.endsWith('_extended_tools') && !name.includes('_'),
      );
      return ofCategory(
        [...listed, ...pages.flatMap((page) => Object.values<string[]>(page.by_category).flat())].sort(),
        category,
      );
    },
    inspect: (name) => (CORE_TOOLS.includes(name) ? inspectListed(client, name) : detail(client, name)),
    call: (name, input) =>
      answerOf(
        CORE_TOOLS.includes(name)
          ? client.call(name, input)
          : client.call('call_extended_tool', { tool_name: name, arguments: input }),
      ),
  }),
  // With an unknown client and a large catalog, `auto` chooses `lazy`.
  auto: throughDiscovery,
};

export function adapterFor(strategy: ToolStrategy, client: TestClient): SurfaceAdapter {
  return ADAPTERS[strategy](client);
}

function throughDiscovery(client: TestClient): SurfaceAdapter {
  return {
    browse: async (category) => {
      const filter = category === undefined ? {} : { category };
      const { result } = await client.call('afd-discover', { ...filter, limit: 200, level: 'name' });
      return result.data.commands.map((command: Data) => command.name).sort();
    },
    search: async (query) => {
      const { result } = await client.call('afd-discover', { search: query });
      return found(result, result.data.commands);
    },
    inspect: (name) => detail(client, name),
    call: (name, input) => answerOf(client.call('afd-call', { command: name, input })),
  };
}

function proxied(client: TestClient): SurfaceAdapter {
  return {
    ...throughDiscovery(client),
    search: async (query) => {
      const { result } = await client.call('search_tools', { query });
      return found(result, result.data.tools);
    },
    inspect: async (name) => {
      const { result } = await client.call('get_tool_schema', { toolName: name });
      return result.success ? readSchema(result.data.inputSchema) : refusalOf(result.error);
    },
    call: (name, input) => answerOf(client.call('invoke_tool', { toolName: name, args: input })),
  };
}

/** Inspects a tool after a search has added it to `tools/list`, and calls it by name. */
function enabledBySearch(client: TestClient): SurfaceAdapter {
  return {
    ...proxied(client),
    inspect: async (name) => {
      await client.call('search_tools', { query: name });
      return inspectListed(client, name);
    },
    call: (name, input) => answerOf(client.call(name, input)),
  };
}

async function inspectListed(client: TestClient, name: string): Promise<Inspected | Refusal> {
  const listed = (await allTools(client)).find((tool) => tool.name === name);
  return listed ? readSchema(listed.inputSchema) : detail(client, name);
}

async function detail(client: TestClient, name: string): Promise<Inspected | Refusal> {
  const { result } = await client.call('afd-detail', { command: name });
  const [entry] = result.data;
  return entry.found ? readSchema(entry.inputSchema) : refusalOf(entry.error);
}

/** The result of a call, or the suggested name if the tool is unknown. */
async function answerOf(call: Promise<Answer>): Promise<unknown> {
  try {
    const { result, isError } = await call;
    if (isError === result.success) throw new Error('isError and success disagree');
    return result.error?.code === 'COMMAND_NOT_FOUND' ? refusalOf(result.error) : result;
  } catch (error) {
    const { message } = error as Error;
    if (!message.includes('Unknown tool')) throw error;
    return { unknown: true, meant: meantIn(message) } satisfies Refusal;
  }
}

function refusalOf({ suggestion }: { suggestion: string }): Refusal {
  return { unknown: true, meant: meantIn(suggestion) };
}

/** "Did you mean 'a' or b?" → a; "Did you mean afd-call {"command":"a"}?" → a */
function meantIn(text: string): string {
  const [, name = '', args] = /Did you mean '?([\w-]+)'?(?: ({[^}]*}))?/.exec(text) ?? [];
  return args ? String(Object.values(JSON.parse(args))[0]) : name;
}

function found(result: Data, tools: readonly { name: string }[]) {
  return { names: tools.map((tool) => tool.name), fits: !result.reasoning.startsWith('Nothing fits') };
}

async function ownNames(client: TestClient): Promise<string[]> {
  return (await allTools(client))
    .map((tool) => tool.name)
    .filter((name) => !name.startsWith('afd-'))
    .sort();
}

function ofCategory(names: readonly string[], category: string | undefined): string[] {
  return names.filter((name) => category === undefined || name.startsWith(`${category}-`));
}

function actionsOf(group: SeenTool): string[] {
  return (group.inputSchema as Data).properties.action.enum;
}

function split(name: string): { group: string; action: string } {
  const [group = '', ...rest] = name.split('-');
  return { group, action: rest.join('-') };
}

function readSchema(schema: object): Inspected {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] };
  return parted(Object.keys(properties).map((key) => ({ key, required: required.includes(key) })));
}

/** `get(orderId: string, select?: string[])` → required and optional parameters. */
function readSignature(line: string): Inspected {
  const inside = line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'));
  const names = [...inside.matchAll(/(?:^|, )(\w+)(\??): /g)].map(([, key = '', mark]) => ({
    key,
    required: mark === '',
  }));
  return parted(names);
}

function parted(parameters: readonly { key: string; required: boolean }[]): Inspected {
  const names = (required: boolean) =>
    parameters
      .filter((parameter) => parameter.required === required)
      .map(({ key }) => key)
      .sort();
  return { required: names(true), optional: names(false) };
}

/** The data of all pages of a listing. */
async function everyPage(client: TestClient, tool: string, input: Record<string, unknown> = {}): Promise<Data[]> {
  const pages: Data[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; offset = pages.at(-1)?.next_offset) {
    pages.push((await client.call(tool, { ...input, offset })).result.data);
  }
  return pages;
}
