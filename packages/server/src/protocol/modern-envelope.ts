import type { JsonObject } from '@foldout/core';
import { isObject } from '@foldout/core/internal';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from '@modelcontextprotocol/server';

export const MODERN_VERSION = '2026-07-28';
const ENVELOPE_KEYS: ReadonlySet<string> = new Set([
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
]);

/** Whether the `_meta` of a modern request has a correct envelope. For another, the SDK knows the right error. */
export function hasPlainEnvelope(meta: Readonly<Record<string, unknown>> | undefined): boolean {
  if (!meta || meta[PROTOCOL_VERSION_META_KEY] !== MODERN_VERSION) return false;
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY];
  const info = meta[CLIENT_INFO_META_KEY];
  const level = meta[LOG_LEVEL_META_KEY];
  return (
    isObject(capabilities) &&
    Object.values(capabilities).every(isObject) &&
    isObject(info) &&
    typeof info['name'] === 'string' &&
    typeof info['version'] === 'string' &&
    (level === undefined || typeof level === 'string')
  );
}

/** The protocol's own fields of `_meta`, and the others. */
export function splitMeta(all: Readonly<Record<string, unknown>> | undefined) {
  const entries = Object.entries(all ?? {});
  const envelope = Object.fromEntries(entries.filter(([key]) => ENVELOPE_KEYS.has(key)));
  return { envelope, meta: Object.fromEntries(entries.filter(([key]) => !ENVELOPE_KEYS.has(key))) };
}

/** A result with what every modern result says: its type, and the server. */
export function modernResult(result: object, info: { readonly name: string; readonly version: string }): JsonObject {
  const own = (result as JsonObject)['_meta'];
  return { resultType: 'complete', ...result, _meta: { [SERVER_INFO_META_KEY]: info, ...(isObject(own) && own) } };
}
