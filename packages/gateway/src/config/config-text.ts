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

/** JSON with comments and trailing commas, keeping the place of every field. */
export function parseConfigText(text: string): ConfigText {
  const lines = lineStarts(text);
  const at = (offset: number): Position => position(lines, offset);
  const whole = (message: string): ConfigText => {
    return { value: undefined, problems: [{ path: '', message, ...at(0) }], repeated: [], locate: () => at(0) };
  };
  if (text.trim() === '') return whole('the file is empty; the smallest configuration is { "mcpServers": {} }');
  try {
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { allowTrailingComma: true });
    const problems = errors.map(({ error, offset }) => {
      return { path: '', message: MESSAGES[printParseErrorCode(error)] ?? 'this is not JSON', ...at(offset) };
    });
    if (!root) return { ...whole('the file holds no value'), ...(problems.length > 0 ? { problems } : {}) };
    return {
      value: plainValue(root),
      problems,
      // Looked for when asked: the file of a client may hold its whole history.
      get repeated() {
        return repeatedKeys(root).map(({ path, message, offset }) => ({ path, message, ...at(offset) }));
      },
      locate: (path) => at(nearest(root, path).offset),
    };
  } catch (error) {
    if (error instanceof RangeError) return whole('the values are nested too deeply for a configuration');
    throw error;
  }
}

/** The property, not its value: an editor then jumps to the name of the field. */
function nearest(root: Node, path: ConfigPath): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) return node.parent?.type === 'property' ? node.parent : node;
  }
  return root;
}

function repeatedKeys(root: Node): { path: string; message: string; offset: number }[] {
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
  visit(root, []);
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
