import { SERVER } from './recipe.ts';
import type { Conversation, OfferedTool, SeenResult, ToolUse } from './wire/wire.ts';

/** Tools by which a client that defers tools lets its model load them. */
const CLIENT_SEARCH = ['ToolSearch', 'tool_search'];
/** Qwen's way to call a tool that its search returned. */
const CLIENT_CALL = 'tool_call';

/** One request to the model, as the script sees it. */
export class Turn {
  readonly #conversation: Conversation;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /** The newest tool result. */
  get result(): SeenResult {
    return this.#conversation.results.at(-1) ?? { text: '', images: 0 };
  }

  /** The offered tool of this name. Clients add a prefix to it, and some replace `-`. */
  find(name: string): OfferedTool | undefined {
    return this.#conversation.tools.find((tool) => isNamed(tool.name, name));
  }

  /** Whether the client offers the tool, or tells the model its name and loads it on request. */
  knows(name: string): boolean {
    return this.find(name) !== undefined || (this.clientSearch !== undefined && this.#says(name));
  }

  /** Whether the client tells its model about the gateway but not the names of its tools, which the model searches. */
  get knowsServerOnly(): boolean {
    return this.clientSearch !== undefined && new RegExp(`mcp__${SERVER}: `).test(this.#conversation.rest);
  }

  /** Whether the request speaks of a tool, for example in the instructions of the gateway. */
  mentions(name: string): boolean {
    return this.#conversation.rest.includes(name);
  }

  /** The definition of a tool of the gateway: offered, or in an answer of the client's own search. Else empty. */
  definition(name: string): string {
    const offered = this.find(name);
    if (offered) return JSON.stringify(offered.definition);
    if (!this.clientSearch) return '';
    const { results } = this.#conversation;
    return results.find(({ text }) => text.includes(name) && text.includes('properties'))?.text ?? '';
  }

  get clientSearch(): OfferedTool | undefined {
    return this.#conversation.tools.find(({ name }) => CLIENT_SEARCH.includes(name));
  }

  /** A call of a tool that is not offered but that the newest result names, where the client has a way to do so. */
  callBySearchResult(name: string, input: ToolUse['input']): ToolUse | undefined {
    const tool = this.#conversation.tools.find((offered) => offered.name === CLIENT_CALL);
    const [full] = new RegExp(`[\\w-]*${flexible(name)}`).exec(this.result.text) ?? [];
    return tool && full ? { tool, input: { name: full, arguments: input } } : undefined;
  }

  /** With the client's prefix: the gateway's instructions may name a tool that the client did not list. */
  #says(name: string): boolean {
    return new RegExp(`${SERVER}[_:.-]+${flexible(name)}\\b`).test(this.#conversation.rest);
  }
}

/** Whether a client's name for a tool ends with the gateway's name for it. */
export function isNamed(offered: string, name: string): boolean {
  return new RegExp(`(^|[_:./-])${flexible(name)}$`).test(offered);
}

/** `-` in a name may have become `_`. */
function flexible(name: string): string {
  return name.replaceAll('-', '[-_]');
}
