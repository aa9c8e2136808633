import type { Tool as CatalogTool } from '@foldout/core';
import { type FunctionTool, type RunContext, type Tool, toolSearchTool } from '@openai/agents';
import { hasToolSearch } from '../toolbox/model-support.ts';
import { answerSearch, SEARCH_TOOL } from '../toolbox/native-search.ts';
import { errorOf } from '../toolbox/tool-call-error.ts';
import { Toolbox, type ToolboxOptions } from '../toolbox/toolbox.ts';
import {
  type AgentCall,
  type AgentDefinition,
  type CallDetails,
  isCallable,
  readTool,
  ToolDisabled,
} from './read-tools.ts';

type AnyAgent = Parameters<FunctionTool['isEnabled']>[1];

/** What a model sees of a tool. */
type ShownTool = Pick<CatalogTool, 'name' | 'inputSchema'> & { readonly description?: string | undefined };

export interface AgentToolOptions extends ToolboxOptions {
  /** The model of the agent. Those known to have tool search get it; all others get three tools. */
  readonly model?: string | undefined;
  /** Whether to use OpenAI's tool search (Responses API). Default: what is known of the model. */
  readonly toolSearch?: boolean | undefined;
}

/**
 * Puts the tools of an agent behind OpenAI's tool search, answered here, or behind three tools for models without it.
 * Hosted tools, and tools with guardrails, stay in the list as they are: the runner checks guardrails only of tools that
 * the agent lists.
 */
export function foldoutTools<Context = unknown>(
  tools: readonly Tool<Context>[],
  { model, toolSearch = model !== undefined && hasToolSearch('openai', model), ...options }: AgentToolOptions = {},
): Tool<Context>[] {
  const behind = new AgentToolbox(tools.filter(isCallable).map(readTool), options, toolSearch);
  return [...tools.filter((tool) => !isCallable(tool)), ...behind.tools()];
}

class AgentToolbox<Context> {
  readonly #toolbox: Toolbox<AgentCall<Context>>;
  readonly #toolSearch: boolean;
  /** The agent of a run: the SDK passes it when it asks whether a tool is enabled, and not when it calls the tool. */
  readonly #agents = new WeakMap<RunContext<Context>, AnyAgent>();

  constructor(definitions: readonly AgentDefinition<Context>[], options: ToolboxOptions, toolSearch: boolean) {
    this.#toolSearch = toolSearch;
    this.#toolbox = new Toolbox(definitions, options, toolSearch ? { listed: [SEARCH_TOOL] } : {});
  }

  tools(): Tool<Context>[] {
    return this.#toolSearch ? [this.#searchTool()] : this.#toolbox.list().map((listed) => this.#tool(listed));
  }

  /** The runner keeps the tools that a search returns for the rest of the run, and sends their definitions as its output. */
  #searchTool(): Tool<Context> {
    const { description, inputSchema: parameters } = SEARCH_TOOL;
    return toolSearchTool<Context>({
      execution: 'client',
      ...(description !== undefined && { description }),
      parameters,
      execute: async ({ toolCall, runContext, agent }) => {
        this.#agents.set(runContext, agent);
        const { tools } = await answerSearch(this.#toolbox, toolCall.arguments);
        return tools.map((tool) => {
          const { description: text, inputSchema } = tool;
          const shown = { name: this.#toolbox.names.nameOf(tool), description: text, inputSchema };
          return { ...this.#tool(shown), deferLoading: true };
        });
      },
    });
  }

  #tool({ name, description = '', inputSchema }: ShownTool): FunctionTool<Context> {
    const { properties = {}, required } = inputSchema;
    return {
      type: 'function',
      name,
      description,
      parameters: {
        additionalProperties: true,
        ...inputSchema,
        type: 'object',
        properties: properties as Record<string, never>,
        required: Array.isArray(required) ? required : [],
      },
      strict: false,
      isEnabled: async (runContext, agent) => {
        this.#agents.set(runContext, agent);
        return true;
      },
      needsApproval: async (runContext, input, callId) => {
        const planned = await this.#toolbox.plan(name, input);
        const inner = (planned?.definition as AgentDefinition<Context> | undefined)?.tool;
        return inner ? await inner.needsApproval(runContext, planned?.input as never, callId) : false;
      },
      invoke: (runContext, input, details) => this.#invoke(name, runContext, input, details),
    };
  }

  /** Throws what the tool throws: it has an `errorFunction` of its own, and throws only without one. */
  async #invoke(name: string, runContext: RunContext<Context>, input: string, details?: CallDetails) {
    const signal = details?.signal;
    const isEnabled = async (tool: FunctionTool<Context>) => {
      const agent = this.#agents.get(runContext);
      // Without an agent nothing can be asked: the tool is then called outside of a run.
      return agent === undefined || (await tool.isEnabled(runContext, agent));
    };
    const answer = await this.#toolbox.answer(name, input, { signal, extra: { runContext, details, isEnabled } });
    if (answer.success) return answer.output;
    const isOwn = answer.thrown && !(answer.thrown.error instanceof ToolDisabled);
    if (isOwn || signal?.aborted) throw errorOf(answer, signal);
    return answer.text;
  }
}
