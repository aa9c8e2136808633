import {
  type CommandSuccess,
  type DetailEntry,
  type DiscoverResult,
  type ShownTool,
  typescriptOf,
} from '@foldout/core';
import { errorText, hintLines, warningLines } from './result-text.ts';
import { notesBeyond } from './schema-notes.ts';

/** A listing or the hits of a search as lines of text, which cost fewer tokens than JSON. */
export function renderDiscover(data: DiscoverResult, result: CommandSuccess<unknown>): string {
  const { returned, filtered, total, availableCategories, availableTags } = data;
  const { reasoning = '' } = result;
  const counts = `${returned} of ${filtered} matching commands (${total} total)`;
  return [
    reasoning.includes(counts) ? reasoning : `${reasoning} Shown: ${returned} of ${filtered} (${total} total).`,
    // Warnings precede the tools: the request may be about a server whose tools are not loaded.
    ...warningLines(result.warnings),
    ...data.commands.map(renderTool),
    ...hintLines(result),
    ...(availableCategories.length > 0 ? [`categories: ${availableCategories.join(', ')}`] : []),
    ...(availableTags.length > 0 ? [`tags: ${availableTags.join(', ')}`] : []),
  ].join('\n');
}

/** An entry of `search_tools`: without a signature, it has the names of the parameters. */
export type FoundEntry = ShownTool & { readonly required?: readonly string[]; readonly optional?: readonly string[] };

export interface FoundData {
  readonly tools: readonly FoundEntry[];
  /** Tools that the search has added to the tool list. */
  readonly added?: readonly string[];
  /** Categories to browse, where no tool fits well. */
  readonly categories?: readonly string[];
}

/** The hits of `search_tools` as lines of text. */
export function renderFound({ tools, added, categories }: FoundData, result: CommandSuccess<unknown>): string {
  return [
    `${result.reasoning ?? ''}${categories && categories.length > 0 ? `. Categories: ${categories.join(', ')}` : ''}`,
    ...warningLines(result.warnings),
    ...tools.map(renderTool),
    ...(added ? [`In the tool list now: ${added.join(', ')}`] : []),
    ...hintLines(result),
  ].join('\n');
}

/** Warnings and hints of a listing. Its reasoning is the first line, and each hit has its score. */
function frame(result: CommandSuccess<unknown>): string[] {
  return [...warningLines(result.warnings), ...hintLines(result)];
}

function renderTool(tool: FoundEntry): string {
  const { mutation, effects } = tool;
  const notes = [
    tool.score === undefined ? '' : String(tool.score),
    categoryNote(tool),
    mutation ? 'changes data' : effects ? 'may change data' : mutation === false ? 'reads' : '',
    tool.deprecated ? 'deprecated' : '',
    tool.enabled === false ? 'disabled' : '',
    ...stateNotes(tool),
    tool.next ?? '',
  ].filter(Boolean);
  const about = tool.description ? ` - ${tool.description}` : '';
  const schema = tool.inputSchema ? `\n  ${JSON.stringify(tool.inputSchema)}` : '';
  return `${headOf(tool)}${about}${notes.length > 0 ? ` [${notes.join(', ')}]` : ''}${schema}`;
}

function headOf({ name, signature, required, optional }: FoundEntry): string {
  if (signature !== undefined) return signature;
  if (!required && !optional) return name;
  return `${name}(${[...(required ?? []), ...(optional ?? []).map((parameter) => `${parameter}?`)].join(', ')})`;
}

/** Left out if the name begins with the category: `order` of `order-cancel`. */
function categoryNote({ name, category = '' }: ShownTool): string {
  const isPrefix = name.startsWith(category) && /^[-_/.]/.test(name.slice(category.length));
  return isPrefix || name === category ? '' : category;
}

function stateNotes({ state, todo }: Pick<ShownTool, 'state' | 'todo'>): string[] {
  return [...(state ? [state] : []), ...(todo ? [todo] : [])];
}

/** Details as text: a TypeScript declaration, which costs fewer tokens than the schema, and everything that it leaves out. */
export function renderDetail(data: readonly DetailEntry[], result?: CommandSuccess<unknown>): string {
  const counts = data.length > 1 && result?.reasoning ? [result.reasoning] : [];
  return [...counts, data.map(renderEntry).join('\n\n'), ...(result ? frame(result) : [])].join('\n');
}

/** One entry, for tools that describe one command. */
export function renderDescribed(entry: DetailEntry, result: CommandSuccess<unknown>): string {
  return renderDetail([entry], result);
}

function renderEntry(entry: DetailEntry): string {
  if (!entry.found) return `${entry.name}: ${errorText(entry.error)}`;
  if ('unchanged' in entry)
    return `${entry.name}: unchanged [schemaHash ${entry.schemaHash}${entry.callable ? '' : '; not callable here'}]`;
  const { name, description, inputSchema = {}, outputSchema, definition, schemaHash } = entry;
  const notes = [
    entry.category,
    entry.destructive ? 'destructive' : entry.mutation ? 'changes data' : entry.effects ? 'may change data' : '',
    entry.callable ? '' : 'not callable here',
    entry.enabled === false ? 'disabled' : '',
    entry.deprecated ? `deprecated${typeof entry.deprecated === 'string' ? `: ${entry.deprecated}` : ''}` : '',
    entry.confirmPrompt ? `confirm: ${entry.confirmPrompt}` : '',
    ...stateNotes(entry),
  ].filter(Boolean);
  const head = `${name} [${[...notes, `schemaHash ${schemaHash}`].join('; ')}]`;
  // Whole, so that the text of the answer lacks nothing of it either.
  if (definition) return [head, JSON.stringify(definition), ...instructionLines(entry)].join('\n');
  const schemas = { inputSchema, ...(outputSchema && { outputSchema }) };
  const shape = entry.typescript ?? typescriptOf(schemas, name, entry.inferredOutput);
  return [
    head,
    description,
    shape,
    ...(entry.typescript === undefined
      ? [...notesBeyond(inputSchema, shape), ...notesBeyond(outputSchema ?? {}, shape)]
      : []),
    ...factLines(entry),
    ...instructionLines(entry),
  ].join('\n');
}

function instructionLines({ instructions }: Extract<DetailEntry, { category: string }>): string[] {
  if (!instructions) return [];
  const { server, hash, text } = instructions;
  return [
    text === undefined
      ? `instructions of ${server}: unchanged [${hash}]`
      : `Instructions of ${server} [${hash}]:\n${text}`,
  ];
}

const LISTS = ['tags', 'errors', 'relatedTools', 'requires', 'contexts'] as const;

function factLines(entry: Extract<DetailEntry, { category: string }>): string[] {
  const { examples = [], executionTime, handoff, handoffProtocol, version } = entry;
  const about = [
    executionTime ? `executionTime ${executionTime}` : '',
    handoff ? `handoff${handoffProtocol ? ` ${handoffProtocol}` : ''}` : '',
    version ? `version ${version}` : '',
  ].filter(Boolean);
  return [
    ...LISTS.flatMap((list) => (entry[list] ? [`${list}: ${entry[list].join(', ')}`] : [])),
    ...(about.length > 0 ? [about.join('; ')] : []),
    ...examples.map(({ title, input, output }) => {
      const shown = output === undefined ? '' : ` → ${JSON.stringify(output)}`;
      return `example: ${title} ${JSON.stringify(input)}${shown}`;
    }),
  ];
}

/** The categories of `list_tool_categories` as lines of text. */
export function renderCategories(
  {
    categories,
  }: {
    readonly categories: readonly { readonly name: string; readonly tools: number; readonly description?: string }[];
  },
  result: CommandSuccess<unknown>,
): string {
  const lines = categories.map(
    ({ name, tools, description }) => `${name} (${tools})${description ? ` - ${description}` : ''}`,
  );
  return [...(lines.length > 0 ? lines : ['no categories']), ...frame(result)].join('\n');
}
