import { type DetailEntry, type DiscoverResult, type ShownTool, typescriptOf } from '@foldout/core';

/** A listing as lines: a tool costs its name and what it does, not the JSON around them. */
export function renderDiscover(data: DiscoverResult): string {
  const lines = data.commands.map(renderTool);
  const next = data.hasMore ? [`${data.filtered - data.returned} more; use offset or a filter.`] : [];
  const categories = data.availableCategories.length > 0 ? [`categories: ${data.availableCategories.join(', ')}`] : [];
  const tags = data.availableTags.length > 0 ? [`tags: ${data.availableTags.join(', ')}`] : [];
  return [
    `${data.returned} of ${data.filtered} matching (${data.total} total)`,
    ...lines,
    ...next,
    ...categories,
    ...tags,
  ].join('\n');
}

function renderTool(tool: ShownTool): string {
  const notes = [
    tool.mutation ? 'changes data' : '',
    tool.deprecated ? 'deprecated' : '',
    tool.enabled === false ? 'disabled' : '',
    ...stateNotes(tool),
    tool.next ?? '',
  ].filter(Boolean);
  const head = tool.signature ?? tool.name;
  const about = tool.description ? ` - ${tool.description}` : '';
  const schema = tool.inputSchema ? `\n  ${JSON.stringify(tool.inputSchema)}` : '';
  return `${head}${about}${notes.length > 0 ? ` [${notes.join(', ')}]` : ''}${schema}`;
}

function stateNotes({ state, todo }: Pick<ShownTool, 'state' | 'todo'>): string[] {
  return [...(state ? [state] : []), ...(todo ? [todo] : [])];
}

/** Details as text: a declaration, which says what the schema says in fewer tokens, and what to know before a call. */
export function renderDetail(data: readonly DetailEntry[]): string {
  return data.map(renderEntry).join('\n\n');
}

function renderEntry(entry: DetailEntry): string {
  if (!entry.found) return `${entry.name}: ${entry.error.message}. ${entry.error.suggestion}`;
  if ('unchanged' in entry) return `${entry.name}: unchanged (${entry.schemaHash})`;
  const { name, description, inputSchema = {}, outputSchema, schemaHash } = entry;
  const notes = [
    entry.destructive ? 'destructive' : entry.mutation ? 'changes data' : '',
    entry.callable ? '' : 'not callable here',
    entry.deprecated ? `deprecated${typeof entry.deprecated === 'string' ? `: ${entry.deprecated}` : ''}` : '',
    entry.confirmPrompt ? `confirm: ${entry.confirmPrompt}` : '',
    ...stateNotes(entry),
  ].filter(Boolean);
  const schemas = { inputSchema, ...(outputSchema && { outputSchema }) };
  const shape = entry.typescript ?? typescriptOf(schemas, name);
  return `${name} [${[...notes, `schemaHash ${schemaHash}`].join('; ')}]\n${description}\n${shape}`;
}
