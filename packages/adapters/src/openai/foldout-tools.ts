import type { Tool } from '@foldout/core';
import type { OpenAI } from 'openai';
import { conversationIn } from '../toolbox/messages.ts';
import { hasToolSearch } from '../toolbox/model-support.ts';
import { answerSearch, functionDefinition, SEARCH_TOOL } from '../toolbox/native-search.ts';
import { readRunnable } from '../toolbox/runnable-tools.ts';
import { type SelectOptions, selectFrom } from '../toolbox/select-tools.ts';
import { Toolbox, type ToolboxOptions } from '../toolbox/toolbox.ts';
import { type ModelCall, type OpenAITool, readTool } from './read-tools.ts';

type OutputItem = OpenAI.Responses.ResponseOutputItem;
type InputItem = OpenAI.Responses.ResponseInputItem;
type FunctionTool = OpenAI.Responses.FunctionTool;

interface AnswerOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface OpenAIToolOptions extends ToolboxOptions {
  /** The model of the requests. Those known to have tool search get it; all others get three tools. */
  readonly model?: string | undefined;
  /** Whether to use OpenAI's tool search (Responses API). Default: what is known of the model. */
  readonly toolSearch?: boolean | undefined;
}

/** Puts tools behind OpenAI's tool search, executed here, or behind three functions for models without it. */
export function foldoutTools(tools: readonly OpenAITool[], options: OpenAIToolOptions = {}): OpenAITools {
  return new OpenAITools(tools, options);
}

/** The tools of a conversation with the Responses API or Chat Completions. Holds no state of the conversation. */
export class OpenAITools {
  /** Whether the model searches with OpenAI's tool search. */
  readonly toolSearch: boolean;
  readonly #toolbox: Toolbox<ModelCall>;

  constructor(tools: readonly OpenAITool[], { model, toolSearch, ...options }: OpenAIToolOptions = {}) {
    this.toolSearch = toolSearch ?? (model !== undefined && hasToolSearch('openai', model));
    this.#toolbox = new Toolbox(
      readRunnable(tools, readTool),
      options,
      this.toolSearch ? { listed: [SEARCH_TOOL] } : {},
    );
  }

  /** `tools` of every request to the Responses API: the same bytes in every turn. Found tools come in the input. */
  tools(): OpenAI.Responses.Tool[] {
    if (!this.toolSearch) return this.#toolbox.list().map(functionTool);
    const { description, inputSchema } = SEARCH_TOOL;
    return [{ type: 'tool_search', execution: 'client', description, parameters: inputSchema }];
  }

  /** Answers every call in the output of a response that is meant for these tools, as items of the next input. */
  async answer(output: readonly OutputItem[], { signal }: AnswerOptions = {}): Promise<InputItem[]> {
    const answers = output.map((item) => {
      if (item.type === 'tool_search_call' && item.execution === 'client') return this.#search(item);
      if (item.type === 'function_call' && this.#toolbox.has(item.name)) return this.#call(item, signal);
      return undefined;
    });
    return (await Promise.all(answers)).filter((answer) => answer !== undefined);
  }

  /** `tools` of every request to Chat Completions, which has no tool search. */
  chatTools(): OpenAI.Chat.ChatCompletionFunctionTool[] {
    return this.#toolbox.three.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: { ...inputSchema } },
    }));
  }

  /** Answers the calls in a message of Chat Completions, as its next messages. */
  async answerChat(
    calls: readonly OpenAI.Chat.ChatCompletionMessageToolCall[] = [],
    { signal }: AnswerOptions = {},
  ): Promise<OpenAI.Chat.ChatCompletionToolMessageParam[]> {
    const own = calls
      .filter((call) => call.type === 'function')
      .filter((call) => this.#toolbox.has(call.function.name));
    return await Promise.all(
      own.map(async (call) => {
        const { name, arguments: args } = call.function;
        const { text } = await this.#toolbox.answer(name, args, { signal, extra: call });
        return { role: 'tool', tool_call_id: call.id, content: text } as const;
      }),
    );
  }

  /** The tools that the next turn most likely needs, for requests that list tools directly. */
  async selectTools(input: readonly InputItem[], options: SelectOptions = {}): Promise<FunctionTool[]> {
    const selected = await selectFrom(this.#toolbox, conversationIn(input), options);
    return selected.map((tool) => this.#definition(tool));
  }

  async #search(call: OpenAI.Responses.ResponseToolSearchCall): Promise<InputItem> {
    const { tools } = await answerSearch(this.#toolbox, call.arguments);
    const loaded = tools.map((tool) => functionDefinition(this.#toolbox, tool));
    const { call_id } = call;
    return { type: 'tool_search_output', call_id, execution: 'client', status: 'completed', tools: loaded };
  }

  async #call(call: OpenAI.Responses.ResponseFunctionToolCall, signal?: AbortSignal): Promise<InputItem> {
    const { text } = await this.#toolbox.answer(call.name, call.arguments, { signal, extra: call });
    return { type: 'function_call_output', call_id: call.call_id, output: text };
  }

  #definition(tool: Tool): FunctionTool {
    const { description, inputSchema } = tool;
    return functionTool({ name: this.#toolbox.names.nameOf(tool), description, inputSchema });
  }
}

/** Not strict: strict mode refuses schemas with optional fields. The engine validates every input itself. */
function functionTool({
  name,
  description,
  inputSchema,
}: Pick<Tool, 'name' | 'description' | 'inputSchema'>): FunctionTool {
  return { type: 'function', name, description, parameters: { ...inputSchema }, strict: false };
}
