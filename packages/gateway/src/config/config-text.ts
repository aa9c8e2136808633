import { readFileSync, statSync } from 'node:fs';
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type Advice, ConfigError, type ConfigPath, formatPath, type Problem } from './problem.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface ConfigText {
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Fields that occur twice in one object. Most programs take the last one. */
  readonly repeated: readonly Problem[];
  /** The place of a field, or of the nearest object around it that exists. */
  locate(path: ConfigPath): Position;
}

/** Large, because some clients keep their history in the same file as their servers. */
const MAX_CONFIG_BYTES = 64 * 1024 * 1024;

const READ_ERRORS: Readonly<Record<string, Advice>> = {
  ENOENT: { message: 'there is no such file', fix: 'check the path' },
  ENOTDIR: { message: 'a part of this path is not a folder', fix: 'check the path' },
  EISDIR: { message: 'this is a folder', fix: 'name a file' },
  EACCES: { message: 'permission denied to read this file', fix: 'check its permissions' },
  EPERM: { message: 'permission denied to read this file', fix: 'check its permissions' },
  ELOOP: { message: 'this symbolic link points to itself', fix: 'link to a file' },
};

const SYNTAX_ERRORS: Readonly<Record<string, Advice>> = {
  InvalidSymbol: { message: 'this is not a JSON value', fix: 'write strings in double quotes' },
  InvalidNumberFormat: { message: 'this is not a number', fix: 'write digits, such as 1.5' },
  PropertyNameExpected: { message: 'expected a field name', fix: 'write it in double quotes' },
  ValueExpected: { message: 'expected a value', fix: 'write one' },
  ColonExpected: { message: 'expected ":" after the field name', fix: 'add it' },
  CommaExpected: { message: 'expected "," between two entries', fix: 'add it' },
  CloseBraceExpected: { message: 'expected "}": an object is not closed', fix: 'add it' },
  CloseBracketExpected: { message: 'expected "]": a list is not closed', fix: 'add it' },
  EndOfFileExpected: { message: 'expected the end of the file', fix: 'remove the rest' },
  UnexpectedEndOfComment: { message: 'a comment is not closed', fix: 'add */' },
  UnexpectedEndOfString: { message: 'a string is not closed', fix: 'add a double quote' },
  UnexpectedEndOfNumber: { message: 'a number is incomplete', fix: 'write all digits of the number' },
  InvalidUnicode: { message: 'expected four hexadecimal digits after \\u', fix: 'add them' },
  InvalidEscapeCharacter: {
    message: 'invalid escape sequence after a backslash',
    fix: 'write \\\\ for one backslash (C:\\\\folder)',
  },
  InvalidCharacter: { message: 'a string contains a control character', fix: 'write a line break as \\n' },
};

const NOT_JSON: Advice = { message: 'this is not JSON', fix: 'correct the syntax' };
const EMPTY: Advice = { message: 'the file is empty', fix: 'write at least { "mcpServers": {} }' };

/** `countKeys` stops at this depth. Duplicate keys are then searched in the syntax tree. */
const MAX_COUNTED_DEPTH = 100;

/** The text of a configuration file in UTF-8 or UTF-16. Throws a `ConfigError` with the reason if it cannot be read. */
export function readConfigFile(file: string): string {
  try {
    const stat = statSync(file);
    if (stat.isDirectory()) throw unreadable(file, 'EISDIR');
    if (stat.size > MAX_CONFIG_BYTES) {
      const message = `this file is larger than ${MAX_CONFIG_BYTES / 1024 / 1024} MB`;
      throw ConfigError.ofFile(file, { message, fix: 'name a configuration file' });
    }
    return decode(readFileSync(file));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw unreadable(file, (error as NodeJS.ErrnoException).code, error);
  }
}

export function unreadable(file: string, code = 'unknown reason', cause?: unknown): ConfigError {
  const unknown = { message: `this file cannot be read (${code})`, fix: 'check the file and its folder' };
  return ConfigError.ofFile(file, READ_ERRORS[code] ?? unknown, cause);
}

/** PowerShell writes UTF-16, and Notepad a byte order mark. */
function decode(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8';
  return withoutByteOrderMark(bytes.toString(encoding));
}

export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Parses JSON with comments and trailing commas, and finds the place of every field. */
export function parseConfigText(text: string, file?: string): ConfigText {
  const lines = once(() => lineStarts(text));
  const at = (offset: number): Position => position(lines(), offset);
  const problem = (offset: number, advice: Advice, path = ''): Problem => {
    return { severity: 'error', file, path, ...advice, ...at(offset) };
  };
  const unusable = (problems: readonly Problem[]): ConfigText => {
    return { value: undefined, problems, repeated: [], locate: () => at(0) };
  };
  if (text.trim() === '') return unusable([problem(0, EMPTY)]);

  const errors: ParseError[] = [];
  // A client's file may hold the client's whole history, so the syntax tree is built only when it is needed.
  const tree = once(() => parseTree(text, errors, { allowTrailingComma: true }));
  const parsed = (value: unknown, isStrict: boolean): ConfigText => ({
    value,
    problems: [],
    get repeated() {
      if (isStrict && countKeys(value) === countWrittenKeys(text)) return [];
      try {
        return repeatedKeys(tree()).map(({ path, advice, offset }) => problem(offset, advice, formatPath(path)));
      } catch (error) {
        return [problem(0, tooDeep(error))];
      }
    },
    locate: (path) => at(nearest(tree(), path)?.offset ?? 0),
  });
  const strict = strictJson(text);
  if (strict) return parsed(strict.value, true);
  try {
    const root = tree();
    const problems = errors.map(({ error, offset }) => {
      return problem(offset, SYNTAX_ERRORS[printParseErrorCode(error)] ?? NOT_JSON);
    });
    return problems.length > 0 || !root ? unusable(problems) : parsed(plainValue(root), false);
  } catch (error) {
    return unusable([problem(0, tooDeep(error))]);
  }
}

function strictJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Number of keys in a parsed value. Lower than `countWrittenKeys` if a key occurs twice; `NaN` if not countable. */
function countKeys(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > MAX_COUNTED_DEPTH || Object.hasOwn(value, '__proto__')) return Number.NaN;
  let count = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const inner of Object.values(value)) count += countKeys(inner, depth + 1);
  return count;
}

function countWrittenKeys(json: string): number {
  let count = 0;
  for (const [, colon] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon) count++;
  return count;
}

/** A stack overflow means that values are nested too deeply. Any other error is thrown again. */
export function tooDeep(error: unknown): Advice {
  if (!(error instanceof RangeError)) throw error;
  return { message: 'the values are nested too deeply for a configuration', fix: 'name a configuration file' };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The property rather than its value, so that an editor jumps to the field's name. */
function nearest(root: Node | undefined, path: ConfigPath): Node | undefined {
  for (let length = path.length; length > 0; length--) {
    const node = root && findNodeAtLocation(root, path.slice(0, length));
    if (node) return node.parent?.type === 'property' ? node.parent : node;
  }
  return root;
}

function repeatedKeys(root: Node | undefined): { path: ConfigPath; advice: Advice; offset: number }[] {
  const found: { path: ConfigPath; advice: Advice; offset: number }[] = [];
  const visit = (node: Node, path: ConfigPath): void => {
    if (node.type === 'array')
      for (const [index, child] of (node.children ?? []).entries()) visit(child, [...path, index]);
    if (node.type !== 'object') return;
    const seen = new Set<string>();
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      const name = String(key?.value);
      const here = [...path, name];
      const report = (message: string, fix: string): void => {
        found.push({ path: here, advice: { message, fix }, offset: property.offset });
      };
      if (seen.has(name)) report('this field occurs twice', 'keep one of them');
      if (name === '__proto__') report('the name __proto__ is reserved', 'choose another name');
      seen.add(name);
      if (value) visit(value, here);
    }
  };
  if (root) visit(root, []);
  return found;
}

function plainValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type !== 'object') return node.value;
  const entries = (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key && value ? [[String(key.value), plainValue(value)] as const] : [];
  });
  return Object.fromEntries(entries);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  return starts;
}

function position(starts: readonly number[], offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
