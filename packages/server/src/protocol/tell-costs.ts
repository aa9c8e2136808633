import type { Caller, CatalogReader, Tool } from '@foldout/core';
import { type CallToolResult, type InputRequiredResult, isInputRequiredResult } from '@modelcontextprotocol/server';
import { callableTools } from '../surfaces/callable-tools.ts';
import type { ListedTool } from '../surfaces/surface.ts';
import type { ServerEventHub } from './server-events.ts';
import type { View } from './viewers.ts';

/** Tools whose answers are there to find or to read about others. */
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

const catalogs = new WeakMap<CatalogReader, number>();
let known = 0;

/** Tells those who keep account what a page of the list holds, beside what there was to list. */
export function tellListed(
  { events, listed }: { readonly events: ServerEventHub; readonly listed: (tool: Tool) => ListedTool },
  view: View,
  page: { readonly tools: readonly ListedTool[]; readonly first: boolean },
): void {
  if (!events.hears('tools:list')) return;
  const { catalog } = view;
  if (!catalogs.has(catalog)) catalogs.set(catalog, ++known);
  const everything = {
    version: `${catalogs.get(catalog)}.${catalog.version}`,
    *tools() {
      for (const tool of callableTools(catalog)) yield listed(tool);
    },
  };
  events.emit('tools:list', { ...callerOf(view), tools: page.tools, first: page.first, everything });
}

/** Tells them what an answer of discovery says. */
export function tellAnswer(
  events: ServerEventHub,
  view: View,
  tool: string,
  answer: CallToolResult | InputRequiredResult,
): void {
  if (!events.hears('discovery:answer') || !DISCOVERY.has(tool) || isInputRequiredResult(answer)) return;
  const text = answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  events.emit('discovery:answer', { ...callerOf(view), tool, text });
}

function callerOf({ client, era, sessionId }: View): Caller {
  return { client, era, sessionId };
}
