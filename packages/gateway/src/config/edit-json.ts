import {
  applyEdits,
  createScanner,
  type Edit,
  type FormattingOptions,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser';
import type { TextEditor } from './edit-text.ts';

/** JSON with comments and trailing commas. */
export const editJson: TextEditor = {
  empty: '{}\n',
  parse(text) {
    const errors: ParseError[] = [];
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    if (errors.length > 0) throw new Error('invalid JSON');
    return value;
  },
  edit(text, path, value) {
    if (value === undefined) return remove(text, path);
    const formattingOptions = formattingOf(text);
    return applyEdits(text, modify(text, [...path], value, formattingOptions ? { formattingOptions } : {}));
  },
};

/** The indentation and the line breaks of the text; undefined if all of it is in one line. */
function formattingOf(text: string): FormattingOptions | undefined {
  if (!text.trim().includes('\n') && text.trim() !== '{}') return undefined;
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

/** Removes a property and one comma. The library's own removal leaves a comma too many before a trailing comma. */
function remove(text: string, path: readonly (string | number)[]): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const value = root && findNodeAtLocation(root, [...path]);
  const node = value?.parent?.type === 'property' ? value.parent : value;
  if (!node?.parent) return text;
  const end = node.offset + node.length;
  const after = commaFrom(text, end);
  const edits: Edit[] = [wholeLines(text, node.offset, after === undefined ? end : after + 1)];
  const before = siblingBefore(node);
  const comma = after === undefined && before ? commaFrom(text, before.offset + before.length) : undefined;
  if (comma !== undefined) edits.unshift({ offset: comma, length: 1, content: '' });
  return applyEdits(text, edits);
}

/** The position of the comma that follows; undefined if another token comes first. Comments are skipped. */
function commaFrom(text: string, at: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(at);
  scanner.scan();
  const offset = scanner.getTokenOffset();
  return text[offset] === ',' ? offset : undefined;
}

function siblingBefore(node: Node): Node | undefined {
  const siblings = node.parent?.children ?? [];
  return siblings[siblings.indexOf(node) - 1];
}

/** The range, with its lines if nothing else is in them. */
function wholeLines(text: string, start: number, end: number): Edit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineBreak = text.indexOf('\n', end);
  const isAlone =
    text.slice(lineStart, start).trim() === '' && lineBreak !== -1 && text.slice(end, lineBreak).trim() === '';
  if (isAlone) return { offset: lineStart, length: lineBreak + 1 - lineStart, content: '' };
  // In a line with other fields, the space after the comma goes too.
  const spaces = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  return { offset: start, length: end - start + spaces, content: '' };
}
