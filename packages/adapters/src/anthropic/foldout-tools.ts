import type Anthropic from '@anthropic-ai/sdk';
import type { JsonSchema, Tool } from '@foldout/core';
import { conversationIn } from '../toolbox/messages.ts';
import { hasToolSearch } from '../toolbox/model-support.ts';
import { answerSearch, SEARCH_TOOL } from '../toolbox/native-search.ts';
import { readRunnable } from '../toolbox/runnable-tools.ts';
import { type SelectOptions, selectFrom } from '../toolbox/select-tools.ts';
import { Toolbox, type ToolboxOptions } from '../toolbox/toolbox.ts';
import { type AnthropicTool, readTool } from './read-tools.ts';
import { referencedTools } from './references.ts';

export interface AnthropicToolOptions extends ToolboxOptions {
  /** The model of the requests. Those known to have tool search get it; all others get three tools. */
  readonly model?: string | undefined;
  /** Whether to use Anthropic's tool search. Default: what is known of the model. */
  readonly toolSearch?: boolean | undefined;
}

/** Puts tools behind Anthropic's tool search, answered here, or behind three tools for models without it. */
export function foldoutTools(tools: readonly AnthropicTool[], options: AnthropicToolOptions = {}): AnthropicTools {
  return new AnthropicTools(tools, options);
}

/** The tools of a conversation with the Messages API. Holds no state of the conversation: the messages are the state. */
export class AnthropicTools {
  /** Whether the model searches with Anthropic's tool search. */
  readonly toolSearch: boolean;
  readonly #toolbox: Toolbox<Anthropic.ToolUseBlock>;

  constructor(tools: readonly AnthropicTool[], { model, toolSearch, ...options }: AnthropicToolOptions = {}) {
    this.toolSearch = toolSearch ?? (model !== undefined && hasToolSearch('anthropic', model));
    this.#toolbox = new Toolbox(
      readRunnable(tools, readTool),
      options,
      this.toolSearch ? { listed: [SEARCH_TOOL] } : {},
    );
  }

  /**
   * `tools` of the next request. With tool search: the search tool, and the definitions of the tools that earlier searches
   * in these messages have found, in the order in which they were found. Otherwise always the same three tools.
   */
  tools(messages: readonly Anthropic.MessageParam[] = []): Anthropic.Tool[] {
    const listed = this.#toolbox.list().map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: objectSchema(inputSchema),
    }));
    const found = this.toolSearch ? referencedTools(messages) : [];
    const loaded = found.flatMap((name) => this.#toolbox.toolNamed(name) ?? []);
    return [...listed, ...loaded.map((tool) => ({ ...this.#definition(tool), defer_loading: true }))];
  }

  /** Answers every call in a message of the model that is meant for these tools. Never throws. */
  async answer(
    content: readonly Anthropic.ContentBlock[],
    { signal }: { readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Anthropic.ToolResultBlockParam[]> {
    const calls = content.filter((block) => block.type === 'tool_use');
    const own = calls.filter(({ name }) => name === SEARCH_TOOL.name || this.#toolbox.has(name));
    return await Promise.all(own.map((call) => this.#answer(call, signal)));
  }

  /** The tools that the next turn most likely needs, for requests that list tools directly. */
  async selectTools(
    messages: readonly Anthropic.MessageParam[],
    options: SelectOptions = {},
  ): Promise<Anthropic.Tool[]> {
    const selected = await selectFrom(this.#toolbox, conversationIn(messages), options);
    return selected.map((tool) => this.#definition(tool));
  }

  async #answer(call: Anthropic.ToolUseBlock, signal?: AbortSignal): Promise<Anthropic.ToolResultBlockParam> {
    const { id, name, input } = call;
    const result = { type: 'tool_result', tool_use_id: id } as const;
    if (this.toolSearch && name === SEARCH_TOOL.name) {
      const { tools, message } = await answerSearch(this.#toolbox, input);
      if (message !== undefined) return { ...result, content: message };
      const references = tools.map((tool) => this.#toolbox.names.nameOf(tool));
      return { ...result, content: references.map((tool_name) => ({ type: 'tool_reference', tool_name })) };
    }
    const answer = await this.#toolbox.answer(name, input, { signal, extra: call });
    return { ...result, content: answer.text, ...(!answer.success && { is_error: true }) };
  }

  #definition(tool: Tool): Anthropic.Tool {
    const name = this.#toolbox.names.nameOf(tool);
    return { name, description: tool.description, input_schema: objectSchema(tool.inputSchema) };
  }
}

/** The form that the API accepts: an object at the root. */
function objectSchema({ required, properties, ...rest }: JsonSchema): Anthropic.Tool.InputSchema {
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return { ...rest, type: 'object', properties: properties ?? {}, ...(names.length > 0 && { required: names }) };
}
