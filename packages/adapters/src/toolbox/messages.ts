import type { Conversation } from './select-tools.ts';

/** Reads the latest request and the called tools from messages. Every framework has roles and content; parts differ. */
export function conversationIn(messages: readonly unknown[]): Conversation {
  const latest = messages.findLast((message) => field(message, 'role') === 'user' && textOf(message) !== '');
  return { request: textOf(latest), called: messages.flatMap(callsIn) };
}

function textOf(message: unknown): string {
  const content = field(message, 'content');
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => field(part, 'text'))
    .filter((text) => typeof text === 'string')
    .join('\n');
}

function callsIn(message: unknown): string[] {
  const content = field(message, 'content');
  const parts = [message, ...(Array.isArray(content) ? content : []), ...listIn(message, 'tool_calls')];
  return parts.flatMap((part) => {
    const names = [field(part, 'toolName'), calledBy(part)];
    return names.filter((name) => typeof name === 'string');
  });
}

/** The name in a call of Anthropic, of OpenAI's two APIs, and of LangChain. */
function calledBy(part: unknown): unknown {
  const type = field(part, 'type');
  if (type === 'tool_use' || type === 'function_call' || type === 'tool_call') return field(part, 'name');
  return type === 'function' ? field(field(part, 'function'), 'name') : undefined;
}

function listIn(message: unknown, key: string): readonly unknown[] {
  const list = field(message, key);
  return Array.isArray(list) ? list : [];
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
