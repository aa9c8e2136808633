import type { JsonObject } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import { jsonSchema, type LanguageModel, type ModelMessage, type Tool, type ToolResultPart, type ToolSet } from 'ai';
import { hasToolSearch } from '../toolbox/model-support.ts';
import { answerSearch, functionDefinition, SEARCH_TOOL } from '../toolbox/native-search.ts';
import { Toolbox, type ToolboxOptions } from '../toolbox/toolbox.ts';
import { engineTool } from './engine-tool.ts';
import { foldoutTools } from './foldout-tools.ts';
import { type AiSdkDefinition, type ExecuteOptions, readTools, withoutExecute } from './read-tools.ts';

export interface NativeSearchOptions extends ToolboxOptions {
  /** The model of the run. Those known to have tool search get it; all others get three tools. */
  readonly model: LanguageModel;
  /** Whose tool search to use, or `false`. Default: what is known of the model. */
  readonly toolSearch?: 'anthropic' | 'openai' | false | undefined;
}

/** What `generateText` and agents take: `generateText({ model, prompt, ...(await nativeSearch(tools, { model })) })`. */
export interface SearchedTools {
  readonly tools: ToolSet;
  readonly prepareStep: (step: { readonly messages: readonly ModelMessage[] }) => { activeTools?: string[] };
}

/**
 * Puts a tool set behind the tool search of the model's vendor, answered here. `tools` holds every tool, for the SDK to
 * run; `prepareStep` sends the search tool and, as deferred, the tools that searches in the messages have found.
 */
export async function nativeSearch(
  tools: ToolSet,
  { model, toolSearch = searchOf(model), ...options }: NativeSearchOptions,
): Promise<SearchedTools> {
  if (!toolSearch) return { tools: await foldoutTools(tools, options), prepareStep: () => ({}) };
  const kept = withoutExecute(tools);
  const toolbox = new Toolbox<ExecuteOptions>(await readTools(tools), options, { listed: [SEARCH_TOOL] });
  const search = toolSearch === 'anthropic' ? anthropicSearch(toolbox) : openAISearch(toolbox);
  const always = [...Object.keys(kept), SEARCH_TOOL.name];
  return {
    tools: { ...kept, [SEARCH_TOOL.name]: search, ...directTools(toolbox) },
    prepareStep: ({ messages }) => ({ activeTools: [...always, ...foundTools(messages)] }),
  };
}

function searchOf(model: LanguageModel): 'anthropic' | 'openai' | false {
  // A model of a gateway is known by its name alone, and the protocol behind it is not.
  if (typeof model === 'string') return false;
  const { provider, modelId, specificationVersion } = model;
  // The providers of AI SDK 5 cannot send what a search finds.
  if ((specificationVersion as string) === 'v2') return false;
  if (/^(vertex\.)?anthropic\./.test(provider)) return hasToolSearch('anthropic', modelId) && 'anthropic';
  return provider === 'openai.responses' && hasToolSearch('openai', modelId) && 'openai';
}

/** Every tool under the name that the model calls. The SDK runs a called tool only if the set holds it. */
function directTools(toolbox: Toolbox<ExecuteOptions>): ToolSet {
  const direct = toolbox.engine.catalog.entries().map(({ tool }) => {
    const { description, inputSchema } = tool;
    const name = toolbox.names.nameOf(tool);
    const own = (toolbox.target(name, {}) as AiSdkDefinition | undefined)?.tool.providerOptions;
    const providerOptions = {
      ...own,
      anthropic: { ...own?.['anthropic'], deferLoading: true },
      openai: { ...own?.['openai'], deferLoading: true },
    };
    // OpenAI takes a tool without this field for a strict one, which has no optional fields.
    return [name, { ...engineTool(toolbox, { name, description, inputSchema }), strict: false, providerOptions }];
  });
  return Object.fromEntries(direct);
}

type ContentBlock = Extract<ToolResultPart['output'], { type: 'content' }>['value'][number];

interface FoundTools {
  readonly tools: readonly string[];
  readonly message?: string | undefined;
}

/** A tool whose result is references to tools. The provider sends their definitions with `defer_loading`. */
function anthropicSearch(toolbox: Toolbox<ExecuteOptions>): Tool<JsonObject, FoundTools> {
  return {
    description: SEARCH_TOOL.description ?? '',
    inputSchema: jsonSchema<JsonObject>(SEARCH_TOOL.inputSchema),
    execute: async (input) => {
      const { tools, message } = await answerSearch(toolbox, input);
      return { tools: tools.map((tool) => toolbox.names.nameOf(tool)), message };
    },
    toModelOutput: ({ output: { tools, message } }) =>
      message === undefined ? { type: 'content', value: tools.map(reference) } : { type: 'text', value: message },
  };
}

function reference(toolName: string) {
  return { type: 'custom' as const, providerOptions: { anthropic: { type: 'tool-reference', toolName } } };
}

/** Names of the tools that searches in these messages have found. The SDK refuses calls of tools that are not active. */
function foundTools(messages: readonly ModelMessage[]): string[] {
  const parts = messages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
  const names = parts.flatMap((part) =>
    part.type === 'tool-result' && part.toolName === SEARCH_TOOL.name ? namesIn(part.output) : [],
  );
  return [...new Set(names)];
}

/** References for Anthropic, definitions for OpenAI. */
function namesIn(output: ToolResultPart['output']): string[] {
  const blocks = output.type === 'content' ? output.value.map(referenceIn) : [];
  const { tools } = output.type === 'json' && isObject(output.value) ? output.value : {};
  const names = Array.isArray(tools) ? tools.map((tool) => (isObject(tool) ? tool['name'] : undefined)) : [];
  return [...blocks, ...names].filter((name) => typeof name === 'string');
}

function referenceIn(block: ContentBlock): unknown {
  return block.type === 'custom' ? block.providerOptions?.['anthropic']?.['toolName'] : undefined;
}

/** OpenAI's client-executed tool search: the definitions of the found tools are in its output. */
function openAISearch(toolbox: Toolbox<ExecuteOptions>): Tool {
  const { description, inputSchema: parameters } = SEARCH_TOOL;
  return {
    type: 'provider',
    // Needed from AI SDK 7 on: this process executes the search.
    ...{ isProviderExecuted: false },
    id: 'openai.tool_search',
    args: { execution: 'client', description, parameters },
    inputSchema: jsonSchema<JsonObject>({ type: 'object' }),
    execute: async (input: JsonObject) => {
      const { tools } = await answerSearch(toolbox, input['arguments']);
      return { tools: tools.map((tool) => functionDefinition(toolbox, tool)) };
    },
  };
}
