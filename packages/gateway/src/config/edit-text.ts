import { isDeepStrictEqual } from 'node:util';
import { isObject } from '@foldout/clients/internal';
import { editJson } from './edit-json.ts';
import { editToml } from './edit-toml.ts';
import { editYaml } from './edit-yaml.ts';

/** A key of an object, or `{ name }` for the item of a list that has this name. */
export type Step = string | { readonly name: string };
export type EditPath = readonly Step[];

/** One change of a file. `value: undefined` removes the field. */
export interface Edit {
  readonly path: EditPath;
  readonly value: unknown;
}

/** A path with positions in lists instead of names. */
export type PlainPath = readonly (string | number)[];

export interface TextEditor {
  /** The value of a text. Throws if the text is invalid. */
  parse(text: string): unknown;
  /** The text with the value at `path` set, or removed if the value is undefined. Comments and formatting are kept. */
  edit(text: string, path: PlainPath, value: unknown): string;
  /** Removes differences that this syntax cannot express. */
  meaning?(value: unknown): unknown;
  /** The text of a new file. */
  readonly empty: string;
}

export type Syntax = 'json' | 'toml' | 'yaml';

const EDITORS: Readonly<Record<Syntax, TextEditor>> = { json: editJson, toml: editToml, yaml: editYaml };

/** The file cannot be edited. The message says why, in words for the user, without any text of the file. */
export class EditError extends Error {
  override readonly name = 'EditError';
}

/** Applies one change, and checks that the new text means the old value with exactly this change. */
export function applyEdit(syntax: Syntax, text: string, { path, value: wanted }: Edit): string {
  // Without fields that are undefined: no file can hold them.
  const value: unknown = wanted === undefined ? undefined : JSON.parse(JSON.stringify(wanted));
  const editor = EDITORS[syntax];
  const source = text.trim() === '' ? editor.empty : text;
  const before = parseValue(syntax, source);
  const plain = plainPath(before, path);
  if (value === undefined && valueAt(before, path) === undefined) return text;
  const expected = withValue(before, plain, value);
  if (isDeepStrictEqual(expected, before)) return text;
  const edited = editor.edit(source, plain, value);
  const after = parseOrUndefined(editor, edited);
  const meaning = editor.meaning ?? ((parsed: unknown) => parsed);
  if (!isDeepStrictEqual(meaning(after), meaning(expected)))
    throw new EditError('its syntax does not allow a safe edit');
  return edited;
}

/** The value of a file's text; an empty object for an empty file. */
export function parseValue(syntax: Syntax, text: string): unknown {
  const editor = EDITORS[syntax];
  let value: unknown;
  try {
    value = editor.parse(text.trim() === '' ? editor.empty : text);
  } catch {
    throw new EditError(`it is not valid ${syntax.toUpperCase()}`);
  }
  if (!isObject(value)) throw new EditError('its root is not an object');
  return value;
}

/** The value at a path; undefined if there is none. */
export function valueAt(root: unknown, path: EditPath): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof step !== 'string') return Array.isArray(value) ? value.find((item) => isNamed(item, step)) : undefined;
    return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, root);
}

function plainPath(root: unknown, path: EditPath): PlainPath {
  let value = root;
  return path.map((step): string | number => {
    if (typeof step === 'string') {
      if (value !== undefined && !isObject(value)) throw new EditError(`"${step}" is not inside an object`);
      value = value === undefined || !Object.hasOwn(value, step) ? undefined : (value as Record<string, unknown>)[step];
      return step;
    }
    if (value !== undefined && !Array.isArray(value)) throw new EditError('its servers are not a list');
    const items = value ?? [];
    const index = items.findIndex((item) => isNamed(item, step));
    value = items[index];
    return index === -1 ? items.length : index;
  });
}

function isNamed(item: unknown, { name }: { readonly name: string }): boolean {
  return isObject(item) && item['name'] === name;
}

function withValue(root: unknown, [step, ...rest]: PlainPath, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items: unknown[] = Array.isArray(root) ? [...root] : [];
    const inner = withValue(items[step], rest, value);
    items.splice(step, 1, ...(inner === undefined ? [] : [inner]));
    return items;
  }
  const fields = { ...(isObject(root) ? root : {}) };
  const inner = withValue(fields[step], rest, value);
  if (inner === undefined) delete fields[step];
  else fields[step] = inner;
  return fields;
}

function parseOrUndefined(editor: TextEditor, text: string): unknown {
  try {
    return editor.parse(text);
  } catch {
    return undefined;
  }
}
