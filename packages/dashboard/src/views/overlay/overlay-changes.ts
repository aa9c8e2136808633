export type Overlay = Readonly<Record<string, unknown>>;

export interface Change {
  readonly path: readonly string[];
  readonly value: unknown;
}

interface TextField {
  readonly key: string;
  readonly label: string;
  readonly long?: boolean;
  /** Written as a list. */
  readonly list?: boolean;
  readonly toolOnly?: boolean;
  readonly serverOnly?: boolean;
}

export const TEXTS: readonly TextField[] = [
  { key: 'name', label: 'Name', toolOnly: true },
  { key: 'title', label: 'Title', toolOnly: true },
  { key: 'summary', label: 'Summary: one line, at most 80 characters', toolOnly: true },
  { key: 'description', label: 'Description', long: true, toolOnly: true },
  { key: 'aliases', label: 'Other words for it, with commas', list: true, toolOnly: true },
  { key: 'tags', label: 'Tags, with commas', list: true },
  { key: 'category', label: 'Category' },
  { key: 'instructions', label: 'Instructions that replace those of the server', long: true, serverOnly: true },
];
const SWITCHES = ['alwaysAvailable', 'hidden'] as const;

/** The fields of an overlay that a form changes. An empty one is removed. Throws an error for the user. */
export function overlayChanges(before: Overlay, form: FormData, isTool: boolean): Change[] {
  const text = (key: string): string => String(form.get(key) ?? '').trim();
  const wanted: Record<string, unknown> = { risk: text('risk') || null };
  for (const { key, list, toolOnly, serverOnly } of TEXTS) {
    if (isTool ? serverOnly : toolOnly) continue;
    wanted[key] = list ? wordsIn(text(key)) : text(key) || null;
  }
  for (const key of SWITCHES) wanted[key] = form.get(key) !== null || null;
  for (const key of isTool ? ['arguments', 'examples'] : []) wanted[key] = jsonIn(text(key), key);
  return Object.entries(wanted)
    .filter(([key, value]) => JSON.stringify(before[key] ?? null) !== JSON.stringify(value))
    .map(([key, value]) => ({ path: [key], value }));
}

function wordsIn(text: string): string[] | null {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  return words.length > 0 ? words : null;
}

function jsonIn(text: string, key: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The ${key} are no JSON.`);
  }
}
