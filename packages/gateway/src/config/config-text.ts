import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type ConfigPath, formatPath } from './config-problem.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface TextProblem extends Position {
  readonly path: string;
  readonly message: string;
}

export interface ConfigText {
  readonly value: unknown;
  readonly problems: readonly TextProblem[];
  /** Fields that stand in an object twice; most programs take the last. */
  readonly repeated: readonly TextProblem[];
  /** Where a field stands, or the nearest thing around it that is there. */
  locate(path: ConfigPath): Position;
}

const MESSAGES: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is no JSON value; texts stand in double quotes',
  InvalidNumberFormat: 'expected a number',
  PropertyNameExpected: 'expected a field name in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected ":" after the field name',
  CommaExpected: 'expected "," between two entries',
  CloseBraceExpected: 'expected "}": an object is not closed',
  CloseBracketExpected: 'expected "]": a list is not closed',
  EndOfFileExpected: 'expected the end of the file here',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a text is not closed with a double quote',
  UnexpectedEndOfNumber: 'a number is cut off',
  InvalidUnicode: 'expected four hexadecimal digits after \\u',
  InvalidEscapeCharacter: 'a backslash stands before a letter it cannot; write \\\\ for one (C:\\\\folder)',
  InvalidCharacter: 'a character that a text cannot hold; write a line break as \\n',
};

/** No configuration is nested so deeply. */
const DEEP = 100;

const EMPTY = 'the file is empty; the smallest configuration is { "mcpServers": {} }';

/** JSON with comments and trailing commas, keeping the place of every field. */
export function parseConfigText(text: string): ConfigText {
  const lines = once(() => lineStarts(text));
  const at = (offset: number): Position => position(lines(), offset);
  const whole = (message: string): TextProblem => ({ path: '', message, ...at(0) });
  const nothing = { value: undefined, repeated: [], locate: () => at(0) };
  if (text.trim() === '') return { ...nothing, problems: [whole(EMPTY)] };

  const errors: ParseError[] = [];
  // The file of a client may hold its whole history: without need, no tree is made of it.
  const tree = once(() => parseTree(text, errors, { allowTrailingComma: true }));
  const textFrom = (value: unknown, isStrict: boolean): ConfigText => ({
    value,
    problems: [],
    get repeated() {
      if (isStrict && keysIn(value) === keysWritten(text)) return [];
      try {
        return repeatedKeys(tree()).map(({ path, message, offset }) => ({ path, message, ...at(offset) }));
      } catch (error) {
        return [whole(tooDeep(error))];
      }
    },
    locate: (path) => at(nearest(tree(), path)?.offset ?? 0),
  });
  const strict = strictJson(text);
  if (strict) return textFrom(strict.value, true);
  try {
    const root = tree();
    const problems = errors.map(({ error, offset }) => {
      return { path: '', message: MESSAGES[printParseErrorCode(error)] ?? 'this is not JSON', ...at(offset) };
    });
    if (problems.length > 0 || !root) return { ...nothing, problems };
    return textFrom(plainValue(root), false);
  } catch (error) {
    return { ...nothing, problems: [whole(tooDeep(error))] };
  }
}

function strictJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** As many as are written, unless one stands somewhere twice. Not a number where that has to be looked at more closely. */
function keysIn(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > DEEP || Object.hasOwn(value, '__proto__')) return Number.NaN;
  let count = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const inner of Object.values(value)) count += keysIn(inner, depth + 1);
  return count;
}

function keysWritten(json: string): number {
  let count = 0;
  for (const [, colon] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon) count++;
  return count;
}

/** What a stack that is used up means here; any other error is not ours to explain. */
export function tooDeep(error: unknown): string {
  if (error instanceof RangeError) return 'the values are nested too deeply for a configuration';
  throw error;
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The property, not its value: an editor then jumps to the name of the field. */
function nearest(root: Node | undefined, path: ConfigPath): Node | undefined {
  for (let length = path.length; length > 0; length--) {
    const node = root && findNodeAtLocation(root, path.slice(0, length));
    if (node) return node.parent?.type === 'property' ? node.parent : node;
  }
  return root;
}

function repeatedKeys(root: Node | undefined): { path: string; message: string; offset: number }[] {
  const found: { path: string; message: string; offset: number }[] = [];
  const visit = (node: Node, path: ConfigPath): void => {
    if (node.type === 'array')
      for (const [index, child] of (node.children ?? []).entries()) visit(child, [...path, index]);
    if (node.type !== 'object') return;
    const seen = new Set<string>();
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      const name = String(key?.value);
      const here = [...path, name];
      const report = (message: string): void => {
        found.push({ path: formatPath(here), message, offset: property.offset });
      };
      if (seen.has(name)) report('this field stands here twice; keep one of them');
      if (name === '__proto__') report('this name cannot be used');
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
