import type { Tool } from '@foldout/core';

export interface PlacedText {
  readonly field: string;
  readonly text: string;
}

/** A definition may hold this much; what is beyond it is not looked at, and no honest tool comes near. */
const MOST_TEXTS = 5_000;
const DEEPEST = 64;

/** Every text of a tool that a model may read, and where it stands. */
export function* textsOf(tool: Tool): Generator<PlacedText> {
  yield { field: 'name', text: tool.name };
  if (tool.title) yield { field: 'title', text: tool.title };
  yield { field: 'description', text: tool.description };
  if (tool.annotations?.title) yield { field: 'annotations.title', text: tool.annotations.title };
  const left = { texts: MOST_TEXTS };
  yield* textsIn('inputSchema', tool.inputSchema, left, DEEPEST);
  if (tool.outputSchema) yield* textsIn('outputSchema', tool.outputSchema, left, DEEPEST);
}

function* textsIn(field: string, value: unknown, left: { texts: number }, depth: number): Generator<PlacedText> {
  if (left.texts <= 0 || depth <= 0) return;
  if (typeof value === 'string') {
    left.texts -= 1;
    yield { field, text: value };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const list = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    if (left.texts <= 0) return;
    // A key is read as well. Short ones hold no sentence.
    if (!list && key.length > 20) {
      left.texts -= 1;
      yield { field: `${field} (a key)`, text: key };
    }
    yield* textsIn(list ? `${field}[${key}]` : `${field}.${key.slice(0, 60)}`, inner, left, depth - 1);
  }
}
