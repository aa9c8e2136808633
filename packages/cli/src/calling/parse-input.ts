import { fstatSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { JsonObject, JsonSchema, Tool } from '@foldout/core';
import { own } from '@foldout/core/internal';
import { CliError } from '../output/fail.ts';
import { cut, oneLine } from '../output/safe-text.ts';

/** Parses the input of a call: `key=value` pairs, one JSON object, or `-` for JSON on stdin. */
export async function inputFrom(args: readonly string[], tool: Tool): Promise<JsonObject> {
  const [first] = args;
  if (first === '-') return jsonObject(await text(process.stdin), 'stdin');
  if (first === undefined) {
    const takesInput = Object.keys(propertiesIn(tool.inputSchema)).length > 0;
    const piped = takesInput && hasPipedInput() ? (await text(process.stdin)).trim() : '';
    return piped === '' ? {} : jsonObject(piped, 'stdin');
  }
  if (first.trimStart().startsWith('{')) {
    if (args.length > 1)
      throw new CliError('more arguments follow the JSON object. Quote the whole object as one argument');
    return jsonObject(first, 'the argument');
  }
  return fromPairs(args, tool.inputSchema);
}

/** `key=value` is converted to the type in the tool's schema; `key:=value` is parsed as JSON. */
function fromPairs(pairs: readonly string[], schema: JsonSchema): JsonObject {
  const properties = propertiesIn(schema);
  const values = new Map<string, unknown>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1)
      throw new CliError(`'${cut(oneLine(pair), 40)}' is not key=value. Write title="A bug", or one JSON object`);
    const isJson = pair[at - 1] === ':';
    const key = pair.slice(0, isJson ? at - 1 : at);
    const raw = pair.slice(at + 1);
    const types = typesOf(own(properties, key));
    const value = isJson ? parsed(raw, key) : typedValue(raw, types);
    const before = values.get(key);
    if (values.has(key) && !types.includes('array'))
      throw new CliError(`'${oneLine(key)}' is given twice, but it is not a list. Pass it once`);
    values.set(key, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value);
  }
  return Object.fromEntries(values) as JsonObject;
}

/** A value stays a string if the schema allows one. Without a type in the schema, valid JSON is parsed. */
function typedValue(raw: string, types: readonly string[]): unknown {
  if (types.includes('string')) return raw;
  const value = fromJson(raw);
  if (types.length === 0) return value === undefined ? raw : value;
  if (types.includes('array') && !Array.isArray(value))
    return [value === undefined || typeof value === 'object' ? raw : itemOf(raw, value)];
  return value === undefined ? raw : value;
}

/** `tags=5` becomes `["5"]`. The engine converts the string if the schema has a list of numbers. */
function itemOf(raw: string, value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? raw : value;
}

function parsed(raw: string, key: string): unknown {
  const value = fromJson(raw);
  if (value === undefined)
    throw new CliError(`the value of '${oneLine(key)}:=' is not valid JSON. For a string, write ${oneLine(key)}=…`);
  return value;
}

function fromJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function jsonObject(raw: string, where: string): JsonObject {
  const value = fromJson(raw);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new CliError(`${where} is not a JSON object. Write '{"title": "A bug"}', or title="A bug"`);
  }
  return value as JsonObject;
}

function propertiesIn(schema: JsonSchema): Readonly<Record<string, unknown>> {
  const properties = own(schema, 'properties');
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, unknown>) : {};
}

function typesOf(schema: unknown): readonly string[] {
  const type = own(schema, 'type');
  if (type !== undefined) return [type].flat().filter((name) => typeof name === 'string');
  const options = own(schema, 'anyOf') ?? own(schema, 'oneOf');
  if (Array.isArray(options)) return options.flatMap(typesOf);
  const values = own(schema, 'enum');
  return Array.isArray(values) ? [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))] : [];
}

/** Whether stdin is a pipe or a file, and not a terminal or /dev/null. */
function hasPipedInput(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isFile() || stdin.isSocket();
  } catch {
    return false;
  }
}
