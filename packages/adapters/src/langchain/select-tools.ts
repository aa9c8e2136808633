import type { BaseMessage } from '@langchain/core/messages';
import type { ClientTool, ServerTool } from '@langchain/core/tools';
import { createMiddleware } from 'langchain';
import type { Conversation, SelectOptions } from '../toolbox/select-tools.ts';
import { selectFrom } from '../toolbox/select-tools.ts';
import { Toolbox, type ToolboxOptions } from '../toolbox/toolbox.ts';
import { isCallable, type LangChainCall, readTool } from './read-tools.ts';

export interface SelectToolsOptions extends SelectOptions, ToolboxOptions {}

/**
 * Makes a middleware for `createAgent({ tools, middleware })`: each request contains the tools that fit the latest request
 * of the user, those already called, and all tools that are not in `tools`.
 */
export function selectTools(
  tools: readonly (ClientTool | ServerTool)[],
  { k, always, ...options }: SelectToolsOptions = {},
) {
  const callable = tools.filter(isCallable);
  const toolbox = new Toolbox<LangChainCall>(callable.map(readTool), options);
  const known = new Set(callable.map(({ name }) => name));
  return createMiddleware({
    name: 'FoldoutSelectTools',
    wrapModelCall: async (request, handler) => {
      const selected = await selectFrom(toolbox, conversationOf(request.messages), { k, always });
      const active = new Set(selected.map(({ name }) => name));
      const isSent = ({ name }: ClientTool | ServerTool) =>
        typeof name !== 'string' || !known.has(name) || active.has(name);
      return await handler({ ...request, tools: request.tools.filter(isSent) });
    },
  });
}

function conversationOf(messages: readonly BaseMessage[]): Conversation {
  const latest = messages.findLast((message) => message.type === 'human' && message.text !== '');
  const calls = messages.flatMap((message) => ('tool_calls' in message ? message.tool_calls : []));
  return { request: latest?.text ?? '', called: (calls as { name: string }[]).map(({ name }) => name) };
}
