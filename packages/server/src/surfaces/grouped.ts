import {
  type CatalogReader,
  failure,
  findSimilarTools,
  type JsonObject,
  riskOf,
  signatureOf,
  type Tool,
} from '@foldout/core';
import { callableTools } from './callable-tools.ts';
import { perCatalog } from './per-catalog.ts';
import type { ListedTool, SurfaceFactory } from './surface.ts';

/** Some hosts cut a description at 2,048 characters; a signature cut in half would mislead. Leaves room for the last line. */
const MAX_DESCRIPTION = 1_950;
const MAX_NAME = 64;

interface Group {
  readonly name: string;
  readonly category: string;
  /** Action → tool. */
  readonly actions: ReadonlyMap<string, Tool>;
}

/** Lists one tool per category. Its `action` says which command to run, its `input` what with. */
export const grouped: SurfaceFactory = ({ engine, meta, settings }) => {
  const groups = perCatalog((catalog) => groupTools(catalog, (name) => meta.has(name)));
  return {
    varies: true,
    list: perCatalog((catalog) => [
      ...[...groups({ catalog }).values()].map((group) => listGroup(group, aboutOf(group, settings.categories))),
      ...meta.callTools(),
      ...meta.list('afd-batch', 'afd-pipe'),
    ]),
    call: (name, given, context, viewer) => {
      const group = groups(viewer).get(name);
      if (!group) return undefined;
      const { action, ...rest } = given as JsonObject;
      // A command may be its category's only one and carry its name: called as itself, it is itself.
      if (action === undefined && viewer.catalog.lookup(name).found) return undefined;
      const tool = typeof action === 'string' ? findAction(group, action) : undefined;
      if (!tool) return Promise.resolve(failure(unknownAction(group, action)));
      // Flat fields are taken too; a field of the command that happens to be called `input` comes with others.
      const input = Object.keys(rest).length === 1 && rest['input'] !== undefined ? rest['input'] : rest;
      return engine.call({ command: tool.id, input: input as JsonObject }, context);
    },
  };
};

/** A category may be called `constructor`; what every object has is not its description. */
function aboutOf({ category }: Group, descriptions: Readonly<Record<string, string>>): string | undefined {
  return Object.hasOwn(descriptions, category) ? descriptions[category] : undefined;
}

function groupTools(catalog: CatalogReader, reserved: (name: string) => boolean): ReadonlyMap<string, Group> {
  const byCategory = new Map<string, Tool[]>();
  for (const tool of callableTools(catalog)) {
    const members = byCategory.get(tool.category);
    if (members) members.push(tool);
    else byCategory.set(tool.category, [tool]);
  }
  const groups = new Map<string, Group>();
  for (const category of [...byCategory.keys()].sort()) {
    const legal = category.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_NAME - 4) || 'general';
    let name = legal;
    for (let n = 2; groups.has(name) || reserved(name); n += 1) name = `${legal}_${n}`;
    groups.set(name, { name, category, actions: actionsOf(category, byCategory.get(category) ?? []) });
  }
  return groups;
}

/** `order-create` in category `order` is the action `create`; a name shared by two servers keeps its server. */
function actionsOf(category: string, tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const short = (tool: Tool): string => {
    const prefix = tool.name.slice(0, category.length + 1);
    const isPrefixed = prefix === `${category}-` || prefix === `${category}_`;
    return (isPrefixed && tool.name.slice(category.length + 1)) || tool.name;
  };
  const count = new Map<string, number>();
  for (const tool of tools) count.set(short(tool), (count.get(short(tool)) ?? 0) + 1);
  return new Map(tools.map((tool) => [count.get(short(tool)) === 1 ? short(tool) : tool.id, tool]));
}

function findAction({ actions }: Group, action: string): Tool | undefined {
  return actions.get(action) ?? [...actions.values()].find((tool) => tool.name === action || tool.id === action);
}

function listGroup({ name, category, actions }: Group, about: string | undefined): ListedTool {
  const tools = [...actions.values()];
  const risks = tools.map(riskOf);
  return {
    name,
    description: describeGroup(category, actions, about),
    inputSchema: {
      type: 'object',
      properties: { action: { type: 'string', enum: [...actions.keys()] }, input: { type: 'object' } },
      required: ['action'],
    },
    annotations: risks.every((risk) => risk === 'read')
      ? { readOnlyHint: true }
      : { readOnlyHint: false, destructiveHint: risks.includes('destructive') },
  };
}

/** The signatures stand in for the merged schemas: they say all that is needed, at a tenth of the tokens. */
function describeGroup(category: string, actions: ReadonlyMap<string, Tool>, about: string | undefined): string {
  const lines = [about ? `${category}: ${about}` : `Commands of ${category}.`];
  let length = lines[0]?.length ?? 0;
  let left = actions.size;
  for (const [action, tool] of actions) {
    const line = signatureOf(tool, action);
    length += line.length + 1;
    if (length > MAX_DESCRIPTION) break;
    lines.push(line);
    left -= 1;
  }
  if (left > 0) lines.push(`…${left} more actions; a wrong input is answered with the signature.`);
  return lines.join('\n');
}

function unknownAction({ name, actions }: Group, action: unknown) {
  // Not every value can be made into text: {"toString": 1} cannot.
  const given = typeof action === 'string' ? action : (JSON.stringify(action) ?? typeof action);
  const similar = findSimilarTools(given.slice(0, 100), actions.keys());
  const guess = similar.length > 0 ? `Did you mean ${similar.map((one) => `'${one}'`).join(' or ')}? ` : '';
  return {
    code: 'VALIDATION_ERROR',
    message: action === undefined ? `'${name}' needs an action` : `'${name}' has no action '${given.slice(0, 80)}'`,
    suggestion: `${guess}Actions: ${[...actions.keys()].slice(0, 40).join(', ')}.`,
  };
}
