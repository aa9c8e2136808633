import { isDeepStrictEqual } from 'node:util';
import type { FileConnection } from '@foldout/clients';
import { asObject, isFoldout, isObject, type JsonObject, translateServer } from '@foldout/clients/internal';
import { applyEdit, type Edit, EditError, type EditPath, parseValue, valueAt } from '../config/edit-text.ts';
import { type ClientText, readClientText } from './client-text.ts';

/** The name of Foldout among a client's servers. */
export const ENTRY_NAME = 'foldout';

/** A change that was made, with the value that was there before. */
export interface DoneEdit extends Edit {
  readonly before: unknown;
}

/** What `connect` changes in a file. */
export interface ConnectionPlan {
  readonly file: string;
  readonly current: ClientText;
  readonly text: string;
  readonly edits: readonly DoneEdit[];
  /** Names of the servers that are turned off or removed, because Foldout serves them. */
  readonly turnedOff: readonly string[];
  readonly removed: readonly string[];
}

export interface PlanInput {
  readonly connection: FileConnection;
  readonly file: string;
  readonly entry: JsonObject;
  /** Names in the file of the servers that Foldout serves from now on. */
  readonly replaced: readonly string[];
}

/** Plans the edit of one file. Writes nothing. Throws an `EditError` if the file cannot be edited safely. */
export async function planConnection({ connection, file, entry, replaced }: PlanInput): Promise<ConnectionPlan> {
  const current = await readClientText(file);
  const { syntax, servers, off, newFile } = connection;
  const editing = new Editing(syntax, current.text);
  const entryAt = (name: string): EditPath => [...servers, connection.list ? { name } : name];
  const isNew = current.text.trim() === '';
  if (isNew) for (const [field, value] of Object.entries(newFile ?? {})) editing.apply({ path: [field], value });
  checkServers(editing.value, connection);
  const turnedOff: string[] = [];
  const removed: string[] = [];
  const others = Object.keys(entriesOf(editing.value, connection)).filter((name) => name !== ENTRY_NAME);
  for (const name of others) {
    const path = entryAt(name);
    const raw = asObject(valueAt(editing.value, path));
    const isOwn = isFoldout(name, translateServer(raw).server);
    if (!isOwn && !replaced.includes(name)) continue;
    if (!off) {
      editing.apply({ path, value: undefined });
      removed.push(name);
    } else if (!isOff(raw, off)) {
      for (const [field, value] of Object.entries(off)) editing.apply({ path: [...path, field], value });
      turnedOff.push(name);
    }
  }
  if (valueAt(editing.value, servers) === undefined) editing.willCreate(servers, connection.list ? [] : {});
  const own = connection.list ? { name: ENTRY_NAME, ...entry } : entry;
  editing.apply({ path: entryAt(ENTRY_NAME), value: own });
  return { file, current, text: editing.text, edits: editing.done, turnedOff, removed };
}

/** The servers of a file by name. */
export function entriesOf(root: unknown, { servers, list }: FileConnection): JsonObject {
  const value = valueAt(root, servers);
  if (!list) return asObject(value);
  const items = Array.isArray(value) ? value.filter(isObject) : [];
  return Object.fromEntries(items.map((item) => [String(item['name']), item]));
}

/** A value of another type is a setting that Foldout does not know, and must not be replaced. */
function checkServers(root: unknown, { servers, list }: FileConnection): void {
  const value = valueAt(root, servers);
  if (value === undefined || (list ? Array.isArray(value) : isObject(value))) return;
  throw new EditError(`its field ${JSON.stringify(servers.join('.'))} is not ${list ? 'a list' : 'an object'}`);
}

function isOff(raw: JsonObject, off: JsonObject): boolean {
  return Object.entries(off).every(([field, value]) => isDeepStrictEqual(raw[field], value));
}

/** Applies edits one after the other, and notes what was there before each. */
class Editing {
  readonly done: DoneEdit[] = [];
  readonly #syntax: FileConnection['syntax'];
  #text: string;

  constructor(syntax: FileConnection['syntax'], text: string) {
    this.#syntax = syntax;
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  get value(): unknown {
    return parseValue(this.#syntax, this.#text);
  }

  /** The next edit creates this object or list. Undone, it is removed again if nothing else is in it. */
  willCreate(path: EditPath, value: unknown): void {
    this.done.push({ path, value, before: undefined });
  }

  apply(edit: Edit): void {
    const before = valueAt(this.value, edit.path);
    const text = applyEdit(this.#syntax, this.#text, edit);
    if (text === this.#text) return;
    this.#text = text;
    this.done.push({ ...edit, before });
  }
}
