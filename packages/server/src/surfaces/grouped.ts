import {
  type CatalogReader,
  findSimilarTools,
  type JsonObject,
  type Risk,
  signatureOf,
  type Tool,
  type ToolAnnotations,
} from '@foldout/core';
import { callableTools, RISKS, readArguments, riskOf } from '@foldout/core/internal';
import { limitRisk } from './by-risk.ts';
import { MAX_NAME, sameInClients } from './client-names.ts';
import { notLoadedText } from './instructions.ts';
import type { MetaTools } from './meta-tools.ts';
import { perCatalog } from './per-catalog.ts';
import type { ListedTool, SurfaceFactory } from './surface.ts';

/**
 * Some hosts cut descriptions at 2,048 characters, and half a signature would mislead a model. The 98 characters below
 * that limit are for the last line ("…5 more actions; …").
 */
const MAX_DESCRIPTION = 1_950;

/** The fields of a category's tool. */
const SHAPE = { name: 'action', args: 'input', others: [], flat: true } as const;

interface Group {
  readonly name: string;
  readonly category: string;
  /** With `dispatch: 'by-risk'`: the risk of all of its tools. */
  readonly risk?: Risk | undefined;
  /** Action → tool. */
  readonly actions: ReadonlyMap<string, Tool>;
}

/** Lists one tool per category: `action` names the command, `input` is its input. */
export const grouped: SurfaceFactory = ({ meta, settings }) => {
  const groups = perCatalog((catalog) => groupTools(catalog, meta));
  return {
    varies: true,
    list: perCatalog((catalog) => [
      ...[...groups({ catalog }).values()].map((group) => listGroup(group, aboutOf(group, settings.categories))),
      ...meta.callTools(),
      ...meta.chainTools(),
    ]),
    resolve: (name, args, viewer) => {
      const group = groups(viewer).get(name);
      if (!group) return undefined;
      const { action, ...rest } = args;
      // A command can have the name of its category. Without an action, the call means that command.
      if (action === undefined && viewer.catalog.lookup(name).found) return undefined;
      const tool = typeof action === 'string' ? findAction(group, action) : undefined;
      if (!tool) return { action: { kind: 'refuse', error: unknownAction(group, action) } };
      const read = readArguments(tool, { ...SHAPE, called: action as string }, rest);
      if ('error' in read) return { action: { kind: 'refuse', error: read.error } };
      // An `input` that cannot be arguments goes on unchanged: validation explains what is wrong with it.
      const input = (read.fields['input'] ?? {}) as JsonObject;
      const call = { kind: 'call', input: { command: tool.id, input } } as const;
      return { action: group.risk ? limitRisk(call, group.risk) : call, warnings: read.warnings };
    },
    instructions: ({ catalog }) => notLoadedText(catalog) || undefined,
  };
};

/** `hasOwn`, because a category may be called `constructor`. */
function aboutOf({ category }: Group, descriptions: Readonly<Record<string, string>>): string | undefined {
  return Object.hasOwn(descriptions, category) ? descriptions[category] : undefined;
}

/** With `dispatch: 'by-risk'`, a category is one tool per risk: `order_read`, `order_write`, `order_destructive`. */
function groupTools(catalog: CatalogReader, meta: MetaTools): ReadonlyMap<string, Group> {
  const byCategory = new Map<string, Tool[]>();
  for (const tool of callableTools(catalog)) {
    const members = byCategory.get(tool.category);
    if (members) members.push(tool);
    else byCategory.set(tool.category, [tool]);
  }
  const groups = new Map<string, Group>();
  const taken = new Set<string>();
  for (const category of [...byCategory.keys()].sort()) {
    const tools = byCategory.get(category) ?? [];
    for (const risk of meta.mode === 'by-risk' ? RISKS : [undefined]) {
      const members = risk ? tools.filter((tool) => riskOf(tool) === risk) : tools;
      if (members.length === 0) continue;
      const name = freeName(category, risk, (wanted) => taken.has(sameInClients(wanted)) || meta.has(wanted));
      taken.add(sameInClients(name));
      groups.set(name, { name, category, risk, actions: actionsOf(category, members) });
    }
  }
  return groups;
}

function freeName(category: string, risk: Risk | undefined, isTaken: (name: string) => boolean): string {
  const suffix = risk ? `_${risk}` : '';
  const legal = category.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_NAME - 4 - suffix.length) || 'general';
  let name = `${legal}${suffix}`;
  for (let n = 2; isTaken(name); n += 1) name = `${legal}_${n}${suffix}`;
  return name;
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

function listGroup({ name, category, risk, actions }: Group, about: string | undefined): ListedTool {
  const tools = [...actions.values()];
  return {
    name,
    description: describeGroup(risk ? `${category} (${risk})` : category, actions, about),
    inputSchema: {
      type: 'object',
      properties: { action: { type: 'string', enum: [...actions.keys()] }, input: { type: 'object' } },
      required: ['action'],
    },
    annotations: hintsOfAll(tools),
  };
}

/** The annotations of the highest risk. If one tool declares nothing and none is destructive, `destructiveHint` is left out. */
function hintsOfAll(tools: readonly Tool[]): ToolAnnotations {
  const risks = tools.map(riskOf);
  if (risks.every((risk) => risk === 'read')) return { readOnlyHint: true };
  const destroys = risks.includes('destructive');
  const isOpen = !destroys && tools.some((tool) => tool.effects === 'undeclared');
  return { readOnlyHint: false, ...(!isOpen && { destructiveHint: destroys }) };
}

/** Signatures instead of merged schemas: the same information for a tenth of the tokens. */
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
  // String() throws for a value like {"toString": 1}.
  const text = typeof action === 'string' ? action : (JSON.stringify(action) ?? typeof action);
  const similar = findSimilarTools(text.slice(0, 100), actions.keys());
  const guess = similar.length > 0 ? `Did you mean ${similar.map((name) => `'${name}'`).join(' or ')}? ` : '';
  return {
    code: 'VALIDATION_ERROR',
    message: action === undefined ? `'${name}' needs an action` : `'${name}' has no action '${text.slice(0, 80)}'`,
    suggestion: `${guess}Actions: ${[...actions.keys()].slice(0, 40).join(', ')}.`,
  };
}
