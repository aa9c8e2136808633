import type { JsonObject } from '@foldout/core';

/** An argument that is sent in a header too (`x-mcp-header`), so that proxies can route without reading the body. */
interface HeaderParam {
  readonly header: string;
  readonly path: readonly string[];
}

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const PLAIN = /^[\t\u0020-\u007e]+$/;
const WRAPPED = /^=\?base64\?.*\?=$/s;
const MAX_DEPTH = 8;

/** The parameter headers of calls to the tools of one modern server over HTTP. */
export class ParamHeaders {
  readonly #declared = new Map<string, readonly HeaderParam[]>();

  constructor(tools: readonly unknown[]) {
    for (const tool of tools) {
      const { name, inputSchema } = (tool ?? {}) as { name?: unknown; inputSchema?: unknown };
      const declared = declarationsIn(inputSchema, []);
      if (typeof name === 'string' && declared.length > 0) this.#declared.set(name, declared);
    }
  }

  /** Undefined when the call needs no headers. */
  of(method: string, params: JsonObject): Record<string, string> | undefined {
    if (this.#declared.size === 0 || method !== 'tools/call') return undefined;
    const declared = this.#declared.get(String(params['name']));
    if (!declared) return undefined;
    const headers: Record<string, string> = {};
    for (const { header, path } of declared) {
      const text = textOf(valueAt(params['arguments'], path));
      if (text !== undefined) headers[`Mcp-Param-${header}`] = encoded(text);
    }
    return headers;
  }
}

function declarationsIn(schema: unknown, path: readonly string[]): HeaderParam[] {
  const properties = (schema as { properties?: unknown } | undefined)?.properties;
  if (typeof properties !== 'object' || properties === null || path.length >= MAX_DEPTH) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const at = [...path, name];
    const header = (property as JsonObject | null)?.['x-mcp-header'];
    const own = typeof header === 'string' && HEADER_NAME.test(header) ? [{ header, path: at }] : [];
    return [...own, ...declarationsIn(property, at)];
  });
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as JsonObject)[name];
  }
  return at;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  return undefined;
}

/** Encodes in Base64 a value that a header cannot carry, or that a server would take for an encoded value. */
function encoded(text: string): string {
  if (PLAIN.test(text) && text === text.trim() && !WRAPPED.test(text)) return text;
  return `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
