import type { JsonObject } from '@foldout/core';
import { isObject } from '@foldout/core/internal';

/** The messages of a prompt as the content of a tool's result: the role stands before each text. */
export function contentOfPrompt({ messages }: JsonObject): JsonObject[] {
  return listOf(messages).map(({ role, content }) => {
    if (!isObject(content)) return { type: 'text', text: String(content) };
    return content['type'] === 'text' ? { ...content, text: `${String(role)}: ${String(content['text'])}` } : content;
  });
}

/** The contents of a resource as the content of a tool's result: text as text, images and audio as such. */
export function contentOfResource({ contents }: JsonObject): JsonObject[] {
  return listOf(contents).map((resource) => {
    const { text, blob, mimeType } = resource;
    if (typeof text === 'string') return { type: 'text', text };
    const type = /^(image|audio)\//.exec(String(mimeType))?.[1];
    return type ? { type, data: blob, mimeType } : { type: 'resource', resource };
  });
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
