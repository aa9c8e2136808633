import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandResult } from '@foldout/core';
import { NATIVE } from '@foldout/core/internal';
import { count } from '../output/figures.ts';
import { oneLine, safeLines } from '../output/safe-text.ts';
import { isTerminal } from '../output/terminal.ts';

/** One content block of an answer. The server is not trusted, so every field may be missing or of a wrong type. */
interface Block {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly data?: unknown;
  readonly mimeType?: unknown;
  readonly uri?: unknown;
  readonly name?: unknown;
  readonly resource?: Block & { readonly blob?: unknown };
}

/** The MCP result of a call, as the server sent it. */
export interface NativeAnswer {
  readonly content: readonly Block[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/** The server's answer in a result; undefined if the server did not answer. */
export function nativeAnswer(result: CommandResult): NativeAnswer | undefined {
  const native = (result as { [NATIVE]?: unknown })[NATIVE];
  const { content } = (native ?? {}) as { content?: unknown };
  return Array.isArray(content) ? (native as NativeAnswer) : undefined;
}

/** An answer as text. Binary content is saved in the folder; without a folder, it is only described. */
export async function answerText(answer: NativeAnswer, folder: string | undefined): Promise<string> {
  const parts: string[] = [];
  for (const [index, block] of answer.content.entries()) {
    const text = textOf(block);
    if (text !== undefined) parts.push(text);
    else parts.push(await binaryText(block, index, folder));
  }
  if (parts.length === 0 && answer.structuredContent !== undefined) {
    return JSON.stringify(answer.structuredContent, null, 2);
  }
  const joined = parts.join('\n');
  // On a terminal, control characters are escaped. In a pipe, the text is printed unchanged.
  return isTerminal ? safeLines(joined) : joined;
}

function textOf(block: Block): string | undefined {
  if (typeof block.text === 'string') return block.text;
  if (typeof block.resource?.text === 'string') return block.resource.text;
  if (block.type === 'resource_link')
    return `${String(block.uri)}${typeof block.name === 'string' ? ` (${block.name})` : ''}`;
  return undefined;
}

async function binaryText(block: Block, index: number, folder: string | undefined): Promise<string> {
  const encoded = block.data ?? block.resource?.blob;
  const mimeType = String(block.mimeType ?? block.resource?.mimeType ?? 'application/octet-stream');
  if (typeof encoded !== 'string') return `[${oneLine(String(block.type))}]`;
  const bytes = Buffer.from(encoded, 'base64');
  const about = `${oneLine(String(block.type))}, ${oneLine(mimeType)}, ${count(bytes.length)} bytes`;
  if (folder === undefined) return `[${about}; to save it, add --save <folder>]`;
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${index + 1}.${endingOf(mimeType)}`);
  // Fails if the file exists: content of a server must not replace a file of the user.
  await writeFile(file, bytes, { flag: 'wx' });
  return `[${about}; written to ${file}]`;
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'text/plain': 'txt',
};

function endingOf(mimeType: string): string {
  return Object.hasOwn(ENDINGS, mimeType) ? (ENDINGS[mimeType] ?? 'bin') : 'bin';
}
