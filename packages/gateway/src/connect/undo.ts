import { isDeepStrictEqual } from 'node:util';
import { asObject, isFoldout, isObject, translateServer } from '@foldout/clients/internal';
import { applyEdit, type EditPath, parseValue, type Syntax, valueAt } from '../config/edit-text.ts';
import { type DoneEdit, ENTRY_NAME } from './plan.ts';

export interface Undone {
  readonly text: string;
  /** Fields that the user has changed since, and that therefore stay. */
  readonly kept: readonly string[];
}

/** Takes the edits of `connect` back in a text that the user has changed since. Changes of the user stay. */
export function undoEdits(syntax: Syntax, text: string, edits: readonly DoneEdit[]): Undone {
  let undone = text;
  const kept: string[] = [];
  for (const { path, value, before } of [...edits].reverse()) {
    const now = valueAt(parseValue(syntax, undone), path);
    if (isStillOurs(path, now, value)) undone = applyEdit(syntax, undone, { path, value: before });
    else if (!isDeepStrictEqual(now, before) && !isEmpty(value))
      kept.push(path.map((step) => (typeof step === 'string' ? step : step.name)).join('.'));
  }
  return { text: undone, kept };
}

/** Whether two texts have the same values, apart from the order of servers in a list. */
export function meansTheSame(syntax: Syntax, one: string, other: string): boolean {
  try {
    return isDeepStrictEqual(sorted(parseValue(syntax, one)), sorted(parseValue(syntax, other)));
  } catch {
    return false;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(sorted);
    const isNamed = items.every((item) => typeof asObject(item)['name'] === 'string');
    const byName = (item: unknown): string => String(asObject(item)['name']);
    return isNamed ? items.sort((a, b) => (byName(a) < byName(b) ? -1 : 1)) : items;
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, sorted(inner)]));
}

/** Whether the edit only created the object or list around Foldout's entry. It stays if the user has added servers. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Whether a field has the value that `connect` wrote. An entry that still starts Foldout is ours, however it was edited. */
function isStillOurs(path: EditPath, now: unknown, value: unknown): boolean {
  if (isDeepStrictEqual(now, value)) return true;
  const step = path.at(-1);
  const name = typeof step === 'object' ? step.name : step;
  return name === ENTRY_NAME && now !== undefined && isFoldout(ENTRY_NAME, translateServer(asObject(now)).server);
}
