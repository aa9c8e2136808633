import { promptText } from '@foldout/clients/internal';
import type { Caller, CatalogReader, Tool } from '@foldout/core';
import { callableTools } from '@foldout/core/internal';
import { type CallToolResult, type InputRequiredResult, isInputRequiredResult } from '@modelcontextprotocol/server';
import type { ListedTool, Surface } from '../surfaces/surface.ts';
import type { ServerEventHub } from './server-events.ts';
import type { View } from './viewers.ts';

/** Tools whose answers describe other tools. */
const DISCOVERY = new Set([
  'afd-discover',
  'afd-detail',
  'list_available_tools',
  'get_tool_description',
  'list_tool_categories',
  'search_tools',
  'get_tool_schema',
  'list_extended_tools',
]);

/** Catalog → number: part of the version that identifies a catalog's state. */
const catalogNumbers = new WeakMap<CatalogReader, number>();
let catalogsSeen = 0;

interface ListedParts {
  readonly events: ServerEventHub;
  readonly listed: (tool: Tool) => ListedTool;
  readonly surface: Pick<Surface, 'choice'>;
}

/**
 * Emits the tools of one page of `tools/list`, and the tools that the client would load without Foldout. The token ledger
 * computes the savings from the difference of what reaches the model.
 */
export function emitListed(
  { events, listed, surface }: ListedParts,
  view: View,
  page: { readonly tools: readonly ListedTool[]; readonly first: boolean },
): void {
  if (!events.hasListeners('tools:list')) return;
  const { catalog, facts } = view;
  const { maxTools = Number.POSITIVE_INFINITY } = facts ?? {};
  if (!catalogNumbers.has(catalog)) catalogNumbers.set(catalog, ++catalogsSeen);
  events.emit('tools:list', {
    ...callerOf(view),
    tools: page.tools,
    first: page.first,
    choice: () => surface.choice?.(view),
    prompt: {
      listed: () => page.tools.slice(0, maxTools).map((tool) => promptText(tool, facts)),
      everything: function* () {
        for (const tool of callableTools(catalog).slice(0, maxTools)) yield promptText(listed(tool), facts);
      },
      // Clients of the same kind load the same part of the same catalog.
      version: `${catalogNumbers.get(catalog)}.${catalog.version}.${facts?.names.source ?? ''}`,
    },
  });
}

/** Emits the text of a discovery answer. */
export function emitAnswer(
  events: ServerEventHub,
  view: View,
  tool: string,
  answer: CallToolResult | InputRequiredResult,
): void {
  if (!events.hasListeners('discovery:answer') || !DISCOVERY.has(tool) || isInputRequiredResult(answer)) return;
  const text = answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  events.emit('discovery:answer', { ...callerOf(view), tool, text });
}

function callerOf({ client, era, sessionId, principal }: View): Caller {
  return { client, era, sessionId, principal };
}
