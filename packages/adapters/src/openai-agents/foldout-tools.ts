import type { ListedTool } from '@foldout/server';
import type { FunctionTool, RunContext, Tool } from '@openai/agents';
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

/**
 * Puts the tools of an agent behind three tools. Hosted tools, and tools with guardrails, stay in the list as they are: the
 * runner checks guardrails only of tools that the agent lists.
 */
export function foldoutTools<Context = unknown>(
  tools: readonly Tool<Context>[],
  options: ToolboxOptions = {},
): Tool<Context>[] {
  const behind = new AgentToolbox(tools.filter(isCallable).map(readTool), options);
  return [...tools.filter((tool) => !isCallable(tool)), ...behind.tools()];
}

class AgentToolbox<Context> {
  readonly #toolbox: Toolbox<AgentCall<Context>>;
  /** The agent of a run: the SDK passes it when it asks whether a tool is enabled, and not when it calls the tool. */
  readonly #agents = new WeakMap<RunContext<Context>, AnyAgent>();

  constructor(definitions: readonly AgentDefinition<Context>[], options: ToolboxOptions) {
    this.#toolbox = new Toolbox(definitions, options);
  }

  tools(): FunctionTool<Context>[] {
    return this.#toolbox.list().map((listed) => this.#tool(listed));
  }

  #tool({ name, description, inputSchema }: ListedTool): FunctionTool<Context> {
    const { properties = {}, required } = inputSchema;
    return {
      type: 'function',
      name,
      description,
      parameters: {
        type: 'object',
        properties: properties as Record<string, never>,
        required: Array.isArray(required) ? required : [],
        additionalProperties: true,
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
