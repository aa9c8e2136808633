import { type CommandFailure, type CommandResult, failure, success } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import { mcpResult } from '../protocol/mcp-result.ts';
import { retryAfterMs } from './send-request.ts';

const MAX_MESSAGE = 500;
/** Fields in which APIs put the reason of an error, the most telling first. */
const REASONS = ['message', 'detail', 'error_description', 'title', 'error', 'reason', 'errors'];

export interface ReadOptions {
  readonly name: string;
  readonly maxBytes: number;
}

/** The result of a call, from the answer of the API. */
export async function readResponse(response: Response, { name, maxBytes }: ReadOptions): Promise<CommandResult> {
  const bytes = await bytesOf(response, maxBytes);
  if (!bytes) {
    return failure({
      code: 'UPSTREAM_ERROR',
      message: `'${name}' failed: the answer of the API is longer than ${maxBytes} bytes`,
      suggestion: 'Ask for less: use the parameters that filter or page the answer.',
    });
  }
  const type = (response.headers.get('content-type') ?? '').toLowerCase();
  if (!response.ok) return failed(name, response, dataOf(type, bytes));
  if (/^(image|audio)\//.test(type)) return media(type, bytes);
  return success(dataOf(type, bytes));
}

/** Undefined if there are more bytes than allowed. */
async function bytesOf(response: Response, maxBytes: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.byteLength;
    if (length > maxBytes) return undefined;
    parts.push(part);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

/** JSON and texts as they are; other bytes as base64. */
function dataOf(type: string, bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return null;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { contentType: type, base64: base64Of(bytes) };
  }
  if (!/json/.test(type) && type !== '') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function media(type: string, bytes: Uint8Array): CommandResult {
  const [mimeType = type] = type.split(';');
  const kind = mimeType.startsWith('image/') ? 'image' : 'audio';
  return mcpResult({ content: [{ type: kind, data: base64Of(bytes), mimeType }] });
}

function base64Of(bytes: Uint8Array): string {
  const CHUNK = 32_768;
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary);
}

function failed(name: string, response: Response, body: unknown): CommandFailure {
  const { status } = response;
  const reason = reasonIn(body)?.slice(0, MAX_MESSAGE) ?? response.statusText;
  const message = `'${name}' failed: HTTP ${status}${reason ? `: ${reason}` : ''}`;
  const details = { status, ...(body !== null && { body }) };
  const waitMs = retryAfterMs(response);
  const wait = waitMs === undefined ? 'later' : `in ${Math.ceil(waitMs / 1_000)} s`;
  if (status === 429) return failure({ code: 'RATE_LIMITED', message, suggestion: `Call it again ${wait}.`, details });
  if (status === 502 || status === 503 || status === 504) {
    return failure({ code: 'UPSTREAM_UNAVAILABLE', message, suggestion: `Call it again ${wait}.`, details });
  }
  return failure({ code: httpCode(status), message, suggestion: adviceFor(status, response), details });
}

/** The error code of a status that has no code of Foldout. */
export function httpCode(status: number): string {
  return `HTTP_${status}`;
}

function adviceFor(status: number, response: Response): string {
  if (status < 400) {
    const location = response.headers.get('location');
    return `The API redirects${location ? ` to ${location.slice(0, 200)}` : ''}, which is not followed. Change the base URL.`;
  }
  if (status === 401) return 'The credentials of this server are missing or wrong. Report the error.';
  if (status === 403) return 'The credentials of this server do not allow this. Report the error.';
  if (status === 404) return 'Check the ids in the input.';
  return status < 500 ? 'Read the message, correct the input and call it again.' : 'The API failed. Report the error.';
}

function reasonIn(body: unknown): string | undefined {
  if (typeof body === 'string') return body.replaceAll(/<[^>]*>|\s+/g, ' ').trim() || undefined;
  if (Array.isArray(body)) return reasonIn(body[0]);
  if (!isObject(body)) return undefined;
  for (const field of REASONS) {
    const found = reasonIn(body[field]);
    if (found !== undefined) return found;
  }
  return undefined;
}
