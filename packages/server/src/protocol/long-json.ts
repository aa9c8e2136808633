import type { JsonObject } from '@foldout/core';
import { isObject } from '@foldout/core/internal';

/** Nesting in which a long list is looked for. */
const MAX_DEPTH = 6;

/** Whether the JSON of a value has at most `max` characters. Stops as soon as it has more. */
export function jsonLengthWithin(value: unknown, max: number): boolean {
  return roomLeft(value, max) >= 0;
}

/** A lower bound of the JSON's length is subtracted: escapes are not counted. */
function roomLeft(value: unknown, room: number): number {
  if (room < 0) return room;
  if (typeof value === 'string') return room - value.length - 2;
  if (typeof value !== 'object' || value === null) return room - String(value).length;
  let left = room - 2;
  for (const [key, inner] of Object.entries(value)) {
    left = roomLeft(inner, left - (Array.isArray(value) ? 1 : key.length + 4));
    if (left < 0) break;
  }
  return left;
}

/**
 * The value with fewer items in its longest list, so that its JSON has about `room` characters; undefined if no such value
 * passes `fits`.
 */
export function shortenedList(
  value: JsonObject,
  room: number,
  fits: (shortened: JsonObject) => boolean,
): JsonObject | undefined {
  const path = pathOfLongest(value);
  if (!path) return undefined;
  const items = path.reduce<unknown>((inner, key) => (inner as JsonObject)[key], value) as readonly unknown[];
  const around = JSON.stringify(replaced(value, path, [])).length;
  let end = 0;
  for (let left = room - around; end < items.length; end += 1) {
    left -= (JSON.stringify(items[end])?.length ?? 4) + 1;
    if (left < 0) break;
  }
  const shortened = replaced(value, path, items.slice(0, end));
  return around <= room && fits(shortened) ? shortened : undefined;
}

function replaced(value: JsonObject, [key = '', ...rest]: readonly string[], list: readonly unknown[]): JsonObject {
  return { ...value, [key]: rest.length === 0 ? list : replaced(value[key] as JsonObject, rest, list) };
}

/** The keys that lead to the list with the longest JSON; lists within lists are not looked at. */
function pathOfLongest(value: JsonObject): readonly string[] | undefined {
  let longest: { readonly path: readonly string[]; readonly length: number } | undefined;
  const visit = (inner: unknown, path: readonly string[]): void => {
    if (Array.isArray(inner)) {
      const { length } = JSON.stringify(inner);
      if (!longest || length > longest.length) longest = { path, length };
    } else if (isObject(inner) && path.length < MAX_DEPTH) {
      for (const [key, child] of Object.entries(inner)) visit(child, [...path, key]);
    }
  };
  visit(value, []);
  return longest?.path;
}
