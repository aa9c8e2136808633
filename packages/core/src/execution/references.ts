import { isObject, own } from '../catalog/json.ts';

/** The values that references of a pipe can point at. */
export interface PipeState {
  readonly input: unknown;
  /** The data of earlier steps, by position; undefined for a step that was skipped or failed. */
  readonly steps: readonly { readonly alias?: string | undefined; readonly data: unknown; readonly ran: boolean }[];
}

export type Resolution =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reference: string; readonly reason: string };

const MAX_DEPTH = 64;
/** Longest part of a reference that an error message repeats. */
const SHOWN = 80;
const REFERENCE = /^\$(prev|first|input|steps)(?=$|[.[])((?:\.[^.[\]]+|\[\d+\])*)$/;

/** Whether a text is a reference. "$5.00" and "$previous" are not; "$$prev" stands for the text "$prev". */
export function isReference(text: string): boolean {
  return REFERENCE.test(text);
}

/** Replaces every reference within a value by the value it points at. */
export function resolveReferences(value: unknown, state: PipeState, depth = 0): Resolution {
  if (typeof value === 'string') return resolveText(value, state);
  if (typeof value !== 'object' || value === null) return { ok: true, value };
  if (depth > MAX_DEPTH)
    return { ok: false, reference: '(input)', reason: `the value is nested deeper than ${MAX_DEPTH} levels` };
  const entries: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(value)) {
    const resolved = resolveReferences(inner, state, depth + 1);
    if (!resolved.ok) return resolved;
    entries.push([key, resolved.value]);
  }
  return { ok: true, value: Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries) };
}

function resolveText(text: string, state: PipeState): Resolution {
  if (text.startsWith('$$')) return { ok: true, value: text.slice(1) };
  const match = REFERENCE.exec(text);
  if (!match) return { ok: true, value: text };
  const [, root = '', rest = ''] = match;
  const keys = [...rest.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));
  const start = startOf(root, keys, state);
  if (typeof start === 'string') return { ok: false, reference: shorten(text), reason: start };
  return follow(shorten(text), start.value, start.keys);
}

type Start = { readonly value: unknown; readonly keys: readonly (string | number)[] };

/** The value at the root of a reference and the keys to follow from there; or the reason why there is none. */
function startOf(root: string, keys: readonly (string | number)[], { steps, input }: PipeState): Start | string {
  if (root === 'input') return { value: input, keys };
  if (root === 'prev') {
    const previous = steps.findLast((step) => step.ran);
    return previous ? { value: previous.data, keys } : 'no step before it has a result';
  }
  if (root === 'first') return steps[0]?.ran ? { value: steps[0].data, keys } : 'the first step has no result';
  const [which, ...rest] = keys;
  if (which === undefined) return 'the step is missing; use $steps[0] or $steps.alias';
  const step = typeof which === 'number' ? steps[which] : steps.find(({ alias }) => alias === which);
  const name = typeof which === 'number' ? which : JSON.stringify(shorten(which));
  if (!step) return `there is no earlier step ${name}`;
  return step.ran ? { value: step.data, keys: rest } : `step ${name} has no result`;
}

function follow(reference: string, start: unknown, keys: readonly (string | number)[]): Resolution {
  let value = start;
  for (const key of keys) {
    const next = Array.isArray(value) ? itemAt(value, key) : own(value, String(key));
    if (next === undefined) {
      return { ok: false, reference, reason: `no field '${shorten(String(key))}'${fieldsOf(value)}` };
    }
    value = next;
  }
  return { ok: true, value };
}

/** Only decimal indexes address items: not `length`, " " or "1e0". */
function itemAt(list: readonly unknown[], key: string | number): unknown {
  return /^\d+$/.test(String(key)) ? list[Number(key)] : undefined;
}

function fieldsOf(value: unknown): string {
  if (Array.isArray(value)) return ` in a list of ${value.length}`;
  return isObject(value) ? `; there are: ${Object.keys(value).slice(0, 10).map(shorten).join(', ')}` : '';
}

function shorten(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
